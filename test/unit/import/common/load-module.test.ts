import { expect, test } from 'vitest'
import { plainValue, stub } from '../../../../src/import/common/load-module.ts'

test('a stub of a missing package can be read, called and listed', () => {
  const names = new WeakMap<object, string>()
  const made = stub('yaml', names) as { load: (text: string) => Record<string, never[]> }
  const read = made.load('a: 1')
  expect([...read['menu']!, ...Object.entries(read['locales']!)]).toEqual([])
  expect(`v${String(read['version'])}`).toBe('v')
  expect(read['a']!.map(() => 1)).toBeDefined()
  expect(plainValue({ plugin: made, made: read, title: 'Lib' }, names)).toEqual({
    plugin: { $function: 'yaml' },
    made: { $call: 'yaml', args: ['a: 1'] },
    title: 'Lib',
  })
})
