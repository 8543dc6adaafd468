import type { Note } from './importer.ts'
import { text, type Values } from './values.ts'

/**
 * Rules for keys: the name here, a function that returns keys here or notes why there are none, or `null` where no setting is needed
 * or another function translates it.
 */
export type KeyTable<Context> = Readonly<
  Record<string, string | null | ((value: unknown, context: Context) => Values | void)>
>

export function same(keys: string) {
  return Object.fromEntries(keys.split(' ').map(key => [key, key]))
}

export function ignore(keys: string): Record<string, null> {
  return Object.fromEntries(keys.split(/\s+/).map(key => [key, null]))
}

/** Reports keys that the table lacks, with a prefix. */
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
    else if (text(value)) translated[rule] = value
  }
  for (const key of Object.keys(given).toSorted())
    if (!(key in table)) context.note(`\`${prefix}${key}\` isn't supported.`)
  return translated
}
