/** What stands for values that JSON does not have. */
type Marked = { $function: string } | { $pattern: string } | { $use: { plugin: string; options: unknown }[] }

/** How to name what has no text of its own. */
export interface Naming {
  /** Functions and what packages export → a name for readers. */
  names: WeakMap<object, string>
  /** Keys of functions that are given a Markdown parser: what they add to it is noted. */
  extenders: ReadonlySet<string>
}

/** The name of what nothing is known of: it is left out. */
export const UNKNOWN = ''

const DEEPEST = 30

/** A value of a configuration as data. `chain` holds the objects that are open, against cycles. */
export function plainValue(value: unknown, naming: Naming, key = '', chain: object[] = []): unknown {
  if (typeof value === 'function' && naming.names.get(value) === UNKNOWN) return undefined
  if (typeof value === 'function')
    return naming.extenders.has(key) ? used(value, naming) : marked(value, naming)
  if (value instanceof RegExp) return { $pattern: value.source } satisfies Marked
  if (value instanceof URL) return value.href
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (chain.includes(value) || chain.length > DEEPEST) return undefined
  const open = [...chain, value]
  if (Array.isArray(value)) return value.map(item => plainValue(item, naming, '', open))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, plainValue(item, naming, name, open)]),
  )
}

function marked(value: object, { names }: Naming): Marked {
  return { $function: names.get(value) ?? ((value as { name?: string }).name || 'anonymous') }
}

/** Calls a function with something that notes which plugins it is given. */
function used(extend: object, naming: Naming): Marked {
  const uses: { plugin: string; options: unknown }[] = []
  const target = () => undefined
  const recorder: unknown = new Proxy(target, {
    get: (_target, name) =>
      name === 'use'
        ? (plugin: object, options: unknown) => {
            uses.push({
              plugin: naming.names.get(plugin) ?? 'a function',
              options: plainValue(options, naming),
            })
            return recorder
          }
        : recorder,
    apply: () => recorder,
    set: () => true,
  })
  try {
    ;(extend as (md: unknown) => void)(recorder)
  } catch {
    return marked(extend, naming)
  }
  return { $use: uses }
}
