import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { pruneThemes, touchTheme } from '../../../src/bundle/theme-cache.ts'

describe('bundled themes in the cache', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  /** A folder with themes `t0`, `t1`, …, used one hour after the other. */
  function themes(count: number): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'themes-'))
    folders.push(folder)
    for (let index = 0; index < count; index += 1) {
      for (const name of [`t${index}.server.mjs`, `t${index}.strings.mjs`, `t${index}.json`]) {
        writeFileSync(path.join(folder, name), '')
        utimesSync(path.join(folder, name), (index + 1) * 3600, (index + 1) * 3600)
      }
    }
    return folder
  }
  const left = (folder: string) =>
    [...new Set(readdirSync(folder).map(name => name.split('.')[0]))].toSorted()

  it('keeps the one in use, however old, and the eight that were used last', async () => {
    const folder = themes(12)
    await pruneThemes(folder, 't0')
    expect(left(folder)).toEqual(['t0', 't10', 't11', 't4', 't5', 't6', 't7', 't8', 't9'])
    expect(readdirSync(folder)).toHaveLength(27)
  })

  it('keeps one that was written long ago and used just now', async () => {
    const folder = themes(12)
    await touchTheme(folder, 't1')
    await pruneThemes(folder, 't11')
    expect(left(folder)).toContain('t1')
    expect(left(folder)).not.toContain('t3')
  })

  it('removes what a killed process left, and asks for no folder', async () => {
    const folder = themes(9)
    writeFileSync(path.join(folder, 'half.mjs.4711'), '')
    utimesSync(path.join(folder, 'half.mjs.4711'), 0, 0)
    await pruneThemes(folder, 't8')
    expect(left(folder)).not.toContain('half')
    await pruneThemes(path.join(folder, 'nowhere'), 't8')
  })
})
