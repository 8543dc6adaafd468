import { expect, test } from 'vitest'
import { plainValue, stub } from '../../../../src/import/common/evaluate.ts'

test('a stub of a missing package can be read, called and listed; functions for configurations return them', () => {
  const made = stub('yaml') as { load: (text: string) => Record<string, never[]> }
  const read = made.load('a: 1')
  expect([...read['menu']!, ...Object.entries(read['locales']!)]).toEqual([])
  expect(`v${String(read['version'])}`).toBe('v')
  expect(read['a']!.map(() => 1)).toBeDefined()
  expect(plainValue({ plugin: made, made: read, title: 'Lib' })).toEqual({
    plugin: { $function: 'yaml' },
    made: { $call: 'yaml', args: ['a: 1'] },
    title: 'Lib',
  })
  const functions = stub('vitepress-x') as Record<string, (config: object) => object>
  for (const name of ['defineConfig', 'withPwa', 'withMermaid'])
    expect([name, functions[name]?.({ title: 'Lib' })]).toEqual([name, { title: 'Lib' }])
  // Those of what a call returned are its own.
  const built = made.load('') as unknown as typeof functions
  expect(plainValue(built['withOptions']?.({ a: 1 }))).toEqual({ $call: 'yaml', args: [{ a: 1 }] })
})
