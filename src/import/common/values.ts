/** Values of which nothing is known. */
import type { Label } from '../../schema/theme.ts'

export type Values = Record<string, unknown>

/** The object, or an empty one, as for the result of a function that is not known. */
export function values(value: unknown): Values {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && !('$call' in value) ? (value as Values) : {}
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text that isn't empty. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Plugins and the like, each given by itself or as a pair with its options. */
export function namedEntries(given: unknown): { name: unknown; options: Values }[] {
  return list(given).map(entry => {
    const [name, options] = [entry].flat() as unknown[]
    return { name, options: values(options) }
  })
}

/** The name of a plugin: as it is given, or that of the package whose function it is. */
export function nameOf(plugin: unknown): string {
  return (
    text(plugin) ?? text(values(plugin)['$function']) ?? text(values(plugin)['name']) ?? 'of the site itself'
  )
}

/** The package whose function a value comes from, and its first argument. */
export function callOf(value: unknown): { name: string; options: Values } | undefined {
  const { $call, args } = Object(value) as Values
  return typeof $call === 'string' ? { name: $call, options: values(list(args)[0]) } : undefined
}

/** Texts by locale path as a label: one where they are the same. */
export function sameOrEach(texts: readonly (readonly [locale: string, text: string])[]): Label {
  const first = texts[0]?.[1] ?? ''
  return texts.every(([, value]) => value === first) ? first : Object.fromEntries(texts)
}

/** The entries of an object that are there. */
export function present<T extends object>(object: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> }
}
