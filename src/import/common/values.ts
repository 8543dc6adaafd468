/** Reads values of foreign configurations, of which nothing is known. */
import type { Note } from './importer.ts'

export type Values = Record<string, unknown>

/** The object, or an empty one; also for the result of a stub. */
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

export function at(object: unknown, path: string): unknown {
  return path.split('.').reduce((inner, key) => values(inner)[key], object)
}

export function filled<T extends object>(value: T): T | undefined {
  return Object.values(value).some(item => item !== undefined) ? value : undefined
}

/** Entries that are given by themselves or as pairs with their options. */
export function namedEntries(given: unknown): { name: unknown; options: Values }[] {
  return list(given).map(entry => {
    const [name, options] = [entry].flat() as unknown[]
    return { name, options: values(options) }
  })
}

/** The name of a plugin: as it is given, or that of the package whose function it is. */
export function nameOf(plugin: unknown): string {
  const { $function, name } = values(plugin)
  return text(plugin) ?? text($function) ?? text(name) ?? '(local)'
}

/**
 * Rules for keys: the name here, a function that returns keys here, a note why there are none, or `null` where docsgen needs no
 * setting, or another function translates it.
 */
export type KeyTable<Context> = Readonly<
  Record<
    string,
    string | null | { note: string; pages?: number } | ((value: unknown, context: Context) => Values | void)
  >
>

export function same(keys: string): Record<string, string> {
  return Object.fromEntries(keys.split(' ').map(key => [key, key]))
}

export function ignore(keys: string): Record<string, null> {
  return Object.fromEntries(keys.split(/\s+/).map(key => [key, null]))
}

/** Keys of docsgen for an object of theirs. Keys that the table lacks are reported, with a prefix. */
export function translateKeys<Context extends { note: Note }>(
  given: Values,
  table: KeyTable<Context>,
  context: Context,
  prefix = '',
): Values {
  const translated: Values = {}
  for (const [key, rule] of Object.entries(table)) {
    const value = given[key]
    if (value === undefined || rule === null) continue
    if (typeof rule === 'function') Object.assign(translated, rule(value, context))
    else if (typeof rule === 'object') context.note(rule.note, rule.pages)
    else if (text(value)) translated[rule] = value
  }
  const unknown = Object.keys(given).filter(key => !(key in table))
  for (const key of unknown.toSorted()) context.note(`\`${prefix}${key}\` isn't supported.`)
  return translated
}
