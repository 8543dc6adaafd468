import { bundleName } from '../lib/site-code.ts'
import { sitePath } from '../lib/paths.ts'
import { mappedBy, placesIn, readThrown } from '../lib/errors.ts'
import type { Finding, Place, Severity } from '../schema/finding.ts'
import type { SiteProblem } from '../schema/plugin.ts'
import type { PluginSource } from './evaluate.ts'

/** Hooks that run on a page, as part of what a thread does. */
const PAGE_HOOKS = [
  'markdown.remark',
  'markdown.rehype',
  'markdown.fences',
  'markdown.components',
  'page',
  'head',
] as const

type PageHook = (typeof PAGE_HOOKS)[number]

/** Told which hook of which plugin begins, as a number, and 0 when it has ended: who ends a thread knows what it was at. */
const watcher = { note: (_hook: number): void => undefined }

/** A thread lets others see which hook it is at. */
export function noteHooks(note: (hook: number) => void): void {
  watcher.note = note
}

/** Runs a hook of the plugin at `index` of those that change pages. */
export function runPageHook<Result>(index: number, hook: PageHook, run: () => Result): Result {
  watcher.note(index * PAGE_HOOKS.length + PAGE_HOOKS.indexOf(hook) + 1)
  try {
    return run()
  } finally {
    watcher.note(0)
  }
}

/** Which hook a number stands for, and the index of its plugin. */
export function hookOf(number: number): { index: number; hook: PageHook | undefined } {
  const at = number - 1
  return { index: Math.floor(at / PAGE_HOOKS.length), hook: PAGE_HOOKS[at % PAGE_HOOKS.length] }
}

/** What is thrown where something that was given to a plugin is changed. */
const FROZEN = /read only|not extensible|Cannot (?:delete|redefine|assign to)/

/**
 * The finding of a plugin that threw, at its own place, or at `place` where its stack knows none. `when`: `` `page` ran on
 * `content/a.md` ``.
 */
export function failureFinding(source: PluginSource, when: string, error: unknown, place?: Place): Finding {
  const { reason, stack } = readThrown(error)
  const own = originOf(source, stack) ?? place
  const hint = FROZEN.test(reason) ? { hint: 'What a plugin is given is not its own: change a copy.' } : {}
  return {
    rule: 'plugins/failed',
    severity: 'error',
    ...(own ? { place: own } : {}),
    message: `The plugin \`${source.name}\` failed when ${when}: ${reason.replace(/\.?$/, '.')}`,
    ...hint,
  }
}

/** The finding of a plugin that returned what it must not. */
export function resultFinding({ name }: PluginSource, hook: string, problem: string, place?: Place): Finding {
  const message = `The plugin \`${name}\` returned something else than \`${hook}\` should: ${problem}.`
  return { rule: 'plugins/result', severity: 'error', ...(place ? { place } : {}), message }
}

/** The finding of a problem that a plugin itself found in the site. */
export function siteFinding(problem: SiteProblem, rule: string, severity: Severity): Finding {
  const { message, hint, file, line = 1, column = 1 } = problem
  const place = file === undefined ? {} : { place: { file, line, column } }
  return { rule, severity, ...place, message, ...(hint ? { hint } : {}) }
}

/** The innermost call in a file of the site, else in any file that the bundle was made from. */
export function originOf(
  { hash, map, root }: Pick<PluginSource, 'hash' | 'map' | 'root'>,
  stack: string,
): Place | undefined {
  const findOrigin = mappedBy(map, root)
  const inBundle = placesIn(stack).filter(({ file }) => file === bundleName(hash))
  const origins = inBundle.flatMap(place => findOrigin(place) ?? [])
  const origin = origins.find(({ file }) => !/[\\/]node_modules[\\/]/.test(file)) ?? origins[0]
  return origin && { ...origin, file: sitePath(root, origin.file) }
}

/** Thrown where a page cannot be made because of a plugin. */
export class PluginFailure extends Error {
  readonly finding: Finding

  constructor(finding: Finding) {
    super(finding.message)
    this.finding = finding
  }
}

/** A copy that cannot be changed: what a plugin is given stays as it was for others. */
export function frozenCopy<Value>(value: Value): Value {
  return frozen(structuredClone(value))
}

/** The value itself, made unchangeable with all that is in it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) frozen(inner as unknown)
  return value
}

/** Where a value is nothing that JSON can say: `.tags[0]`, empty for the value itself; undefined where all of it is. */
export function findNoJson(value: unknown, at = ''): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : at
  if (Array.isArray(value)) return first(value.map((item: unknown, index) => [`${at}[${index}]`, item]))
  if (typeof value !== 'object' || !isPlain(value)) return at
  // A key without a value is left out, as JSON does.
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return first(entries.map(([key, item]) => [`${at}.${key}`, item]))
}

function first(entries: readonly [at: string, item: unknown][]): string | undefined {
  for (const [at, item] of entries) {
    const found = findNoJson(item, at)
    if (found !== undefined) return found
  }
  return undefined
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
