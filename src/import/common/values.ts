/** Reads foreign configurations, of which nothing is known. */

export type Values = Record<string, unknown>

/** The object; an empty one for anything else, and for the result of a stub. */
export function values(value: unknown) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && !('$call' in value) ? (value as Values) : {}
}

export function list(value: unknown) {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown) {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function at(object: unknown, path: string): unknown {
  return path.split('.').reduce((inner, key) => values(inner)[key], object)
}

export function filled<T extends object>(value: T): T | undefined {
  return Object.values(value).some(item => item !== undefined) ? value : undefined
}

/** Entries by themselves or in pairs with their options. */
export function namedEntries(given: unknown) {
  return list(given).map(entry => {
    const [name, options] = [entry].flat() as unknown[]
    return { name, options: values(options) }
  })
}

/** Name of a plugin as given, or of the package whose function it is. */
export function nameOf(plugin: unknown) {
  const { $function, name } = values(plugin)
  return text(plugin) ?? text($function) ?? text(name) ?? '(local)'
}
