/** Reads values of foreign configurations, of which nothing is known. */
export type Values = Record<string, unknown>

/** The object, or an empty one, as for the result of a function that is not known. */
export function values(value: unknown): Values {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && !('$call' in value) ? (value as Values) : {}
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The value at a path of keys, such as `search.options`. */
export function at(object: unknown, path: string): unknown {
  return path.split('.').reduce((inner, key) => values(inner)[key], object)
}

/** A list or an object that has values. */
export function filled<T extends object>(value: T): T | undefined {
  return Object.values(value).some(item => item !== undefined) ? value : undefined
}

/** Plugins and the like, each given by itself or as a pair with its options. */
export function namedEntries(given: unknown): { name: unknown; options: Values }[] {
  const pairs = list(given).map(entry => [entry].flat() as unknown[])
  return pairs.map(([name, options]) => ({ name, options: values(options) }))
}

/** The name of a plugin: as it is given, or that of the package whose function it is. */
export function nameOf(plugin: unknown): string {
  const { $function, name } = values(plugin)
  return text(plugin) ?? text($function) ?? text(name) ?? 'of the site itself'
}
