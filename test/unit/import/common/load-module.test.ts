import { expect, test } from 'vitest'
import { plainValue } from '../../../../src/import/common/plain-value.ts'
import { standIn } from '../../../../src/import/common/load-module.ts'

const standInFor = (recordsCalls: boolean) => {
  const names = new WeakMap<object, string>()
  const made = standIn('yaml', names, recordsCalls) as { load: (text: string) => Record<string, never[]> }
  return { made, plain: (value: unknown) => plainValue(value, { names, extenders: new Set() }) }
}

test.each([true, false])(
  'what a missing package gives can be read, called and listed (calls are said: %s)',
  said => {
    const { made, plain } = standInFor(said)
    const read = made.load('a: 1')
    expect([...read['menu']!, ...Object.entries(read['locales']!)]).toEqual([])
    expect(`v${String(read['version'])}`).toBe('v')
    expect(read['a']!.map(() => 1)).toBeDefined()
    const config = { plugin: made, made: read, title: 'Lib' }
    const call = { $call: 'yaml', args: ['a: 1'] }
    expect(plain(config)).toEqual({
      plugin: { $function: 'yaml' },
      made: said ? call : undefined,
      title: 'Lib',
    })
  },
)
