import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { refractor, type Syntax } from 'refractor/core'
import { FIRST, LANGUAGES } from '../../../src/content/code/highlight.ts'

const require = createRequire(import.meta.url)
const grammars = refractor.languages as Record<string, unknown>
const initial = new Set(Object.keys(grammars))

/** Registers languages as the highlighter does, after forgetting all others. */
function load(names: readonly string[]): void {
  for (const name of Object.keys(grammars)) if (!initial.has(name)) delete grammars[name]
  const loadOne = (name: string): void => {
    FIRST[name]?.forEach(loadOne)
    refractor.register((require(`refractor/${name}`) as { default: Syntax }).default)
  }
  names.forEach(loadOne)
}

/** A grammar as text; what it holds twice, or itself, by number. */
function describeGrammar(name: string): string {
  const seen = new Map<object, number>()
  const write = (value: unknown): unknown => {
    if (value instanceof RegExp) return String(value)
    if (typeof value !== 'object' || value === null) return value
    const known = seen.get(value)
    if (known !== undefined) return `#${known}`
    seen.set(value, seen.size)
    return Array.isArray(value)
      ? value.map(write)
      : Object.entries(value).map(([key, held]) => [key, write(held)])
  }
  return JSON.stringify(write(grammars[name]))
}

/** Every eighth language; all with `DOCSGEN_FULL=1`. */
const sample = Object.keys(LANGUAGES).filter((_, index) => process.env['DOCSGEN_FULL'] || index % 8 === 0)

test.each(sample)('%s has the same colours whatever was loaded before', name => {
  load([...FIRST.base, name])
  const alone = describeGrammar(name)
  load([...FIRST.base, ...Object.keys(LANGUAGES), name])
  expect(describeGrammar(name)).toBe(alone)
  load([...FIRST.base, ...Object.keys(LANGUAGES).toReversed(), name])
  expect(describeGrammar(name)).toBe(alone)
})
