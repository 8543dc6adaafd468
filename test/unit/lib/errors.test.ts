import { constants } from 'node:os'
import { transform } from 'esbuild'
import { describe, expect, it, test } from 'vitest'
import { mappedBy, placesIn, systemRefusal } from '../../../src/lib/site-code.ts'

describe('placesIn', () => {
  it.each([
    ['    at name (/a b/c.cjs:1:23)', '/a b/c.cjs'],
    ['    at /a/c.cjs:1:23', '/a/c.cjs'],
    ['    at async Object.main (/a/c.cjs:1:23)', '/a/c.cjs'],
    ['    at async file:///a%20b/c.cjs:1:23', '/a b/c.cjs'],
    ['    at Class.<anonymous> (file:///a/c.mjs:1:23)', '/a/c.mjs'],
    ['    at name (config.js:1:23)', 'config.js'],
  ])('reads %s', (line, file) => {
    expect(placesIn(`Error: at last (x:1:2)\n${line}`)).toEqual([{ file, line: 1, column: 23 }])
  })

  it('leaves out calls without a place', () => {
    expect(placesIn('Error: x\n    at Array.map (<anonymous>)\n    at native')).toEqual([])
  })

  it.each(['(', ' (a:1', '1:1', 'async '])('reads a hostile line in linear time: %j over and over', part => {
    expect(placesIn(`    at ${part.repeat(500_000 / part.length)}x`)).toEqual([])
  })
})

describe('mappedBy', () => {
  it('finds what a source map says, and nothing without one', async () => {
    const { code, map } = await transform('const a = 1\n\nexport const fail = () => {\n  throw a\n}\n', {
      minify: true,
      sourcemap: 'external',
      sourcefile: '../src/a.ts',
    })
    const place = { file: '/x/compiled/a.mjs', line: 1, column: code.indexOf('throw') + 1 }
    expect(mappedBy(map, '/x/compiled')(place)).toEqual({ file: '/x/src/a.ts', line: 4, column: 3 })
    expect(mappedBy(undefined, '/x/compiled')(place)).toBeUndefined()
  })
})

function refused(code: keyof typeof constants.errno): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code, errno: -constants.errno[code], syscall: 'write', path: '/a' })
}

test('whatever the system refuses is said in words', () => {
  expect(systemRefusal(refused('ENOSPC'))).toEqual({
    file: '/a',
    reason: 'no space left on device (ENOSPC)',
  })
  expect(systemRefusal(refused('EFBIG'))).toEqual({ file: '/a', reason: 'file too large (EFBIG)' })
})

test('mistakes of the program are none of the system', () => {
  expect(systemRefusal(refused('EBADF'))).toBeUndefined()
  expect(systemRefusal(new TypeError('x'))).toBeUndefined()
  expect(systemRefusal(Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_VALUE' }))).toBeUndefined()
})
