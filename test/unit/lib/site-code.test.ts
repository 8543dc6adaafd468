import { describe, expect, it, test } from 'vitest'
import { placesIn, settled } from '../../../src/lib/site-code.ts'

describe('the calls in a stack', () => {
  it.each([
    ['    at name (/a b/c.cjs:1:23)', '/a b/c.cjs'],
    ['    at /a/c.cjs:1:23', '/a/c.cjs'],
    ['    at async Object.main (/a/c.cjs:1:23)', '/a/c.cjs'],
    ['    at async file:///a%20b/c.cjs:1:23', '/a b/c.cjs'],
    ['    at Class.<anonymous> (file:///a/c.mjs:1:23)', '/a/c.mjs'],
    ['    at name (config.js:1:23)', 'config.js'],
    ['    at Array.map (<anonymous>)\n    at native', undefined],
  ])('%s is in %s', (line, file) => {
    const expected = file === undefined ? [] : [{ file, line: 1, column: 23 }]
    expect(placesIn(`Error: at last (x:1:2)\n${line}`)).toEqual(expected)
  })

  it.each(['(', ' (a:1', '1:1', 'async '])('are read in linear time: %j over and over', part => {
    expect(placesIn(`    at ${part.repeat(500_000 / part.length)}x`)).toEqual([])
  })
})

test('what waits for something that never comes is rejected when nothing else is to be done', async () => {
  const waiting = settled(new Promise(() => undefined))
  process.emit('beforeExit', 0)
  await expect(waiting).rejects.toThrow('awaits a promise that never settles')
})
