import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { refractor, type Syntax } from 'refractor/core'
import { BASE, EMBEDDED, LANGUAGES } from '../../../src/content/code/highlight.ts'

const require = createRequire(import.meta.url)
const grammars = refractor.languages as Record<string, unknown>
const { hooks } = refractor as unknown as { hooks: { all: Record<string, unknown[]> } }
const initial = new Set(Object.keys(grammars))
const initialHooks = Object.entries(hooks.all).map(([name, all]) => [name, [...all]] as const)

/** Registers languages as the highlighter does, after forgetting all others. */
function load(names: readonly string[]): void {
  for (const name of Object.keys(grammars)) if (!initial.has(name)) delete grammars[name]
  hooks.all = Object.fromEntries(initialHooks.map(([name, all]) => [name, [...all]]))
  const loadOne = (name: string): void => {
    EMBEDDED[name]?.forEach(loadOne)
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

const all = [...new Set(LANGUAGES.values())]
/** Every eighth language; all with `DOCSGEN_FULL=1`. */
const sample = all.filter((_, index) => process.env['DOCSGEN_FULL'] || index % 8 === 0)

test.each(sample)('%s has the same colours whatever was loaded before', name => {
  load([...BASE, name])
  const alone = describeGrammar(name)
  load([...BASE, ...all, name])
  expect(describeGrammar(name)).toBe(alone)
  load([...BASE, ...all.toReversed(), name])
  expect(describeGrammar(name)).toBe(alone)
})
