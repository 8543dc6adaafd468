import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFindOrigin, placesIn } from '../../../src/lib/stack.ts'

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
})

describe('createFindOrigin', () => {
  const state = { folder: '' }
  beforeAll(async () => {
    state.folder = mkdtempSync(path.join(tmpdir(), 'stack-'))
    const { code, map } = await transform('const a = 1\n\nexport const fail = () => {\n  throw a\n}\n', {
      minify: true,
      sourcemap: 'external',
      sourcefile: '../src/a.ts',
    })
    writeFileSync(path.join(state.folder, 'a.mjs'), code)
    writeFileSync(path.join(state.folder, 'a.mjs.map'), map)
    Object.assign(state, { column: code.indexOf('throw') + 1 })
  })
  afterAll(() => rmSync(state.folder, { recursive: true, force: true }))

  it('finds what a source map beside the file says', () => {
    const { column } = state as unknown as { column: number }
    const origin = createFindOrigin()({ file: path.join(state.folder, 'a.mjs'), line: 1, column })
    expect(origin).toEqual({ file: path.resolve(state.folder, '../src/a.ts'), line: 4, column: 3 })
  })

  it('knows nothing of files without a map', () => {
    expect(createFindOrigin()({ file: path.join(state.folder, 'b.mjs'), line: 1, column: 1 })).toBeUndefined()
  })
})
