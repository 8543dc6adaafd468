import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Damage } from '../../../src/cache/store.ts'
import { publish } from '../../../src/render/publish.ts'
import {
  createStaging,
  readOutputIndex,
  type Staging,
  writeOutputIndex,
} from '../../../src/render/files/staging.ts'
import { createFolder } from '../../sites/site.ts'

function place(): { outDir: string; cacheDir: string } {
  const { root, output } = createFolder()
  return { outDir: output, cacheDir: path.join(root, 'cache') }
}

type Place = ReturnType<typeof place>

/** Builds and publishes a site of these files, as the build does. */
async function site({ outDir, cacheDir }: Place, files: Record<string, string>): Promise<Staging> {
  const staging = createStaging({ outDir, previous: readOutputIndex(cacheDir, outDir, new Set()) })
  for (const [name, content] of Object.entries(files)) await staging.write({ path: name, content })
  await publish(staging.folder, outDir)
  writeOutputIndex(cacheDir, outDir, staging.written)
  return staging
}

const inode = (file: string) => statSync(file).ino

describe('a file that did not change', () => {
  it('stays the same file, one that did is a new one', async () => {
    const at = place()
    const same = path.join(at.outDir, 'a/same.html')
    const other = path.join(at.outDir, 'other.html')
    await site(at, { 'a/same.html': 'same', 'other.html': 'old' })
    const before = [inode(same), inode(other)]
    await site(at, { 'a/same.html': 'same', 'other.html': 'new' })
    expect(inode(same)).toBe(before[0])
    expect(inode(other)).not.toBe(before[1])
    expect(readFileSync(other, 'utf8')).toBe('new')
  })

  it.each<[string, (file: string) => void]>([
    ['edited by hand', file => writeFileSync(file, 'edit')],
    ['edited by hand in as many bytes', file => writeFileSync(file, 'samE')],
    ['given another time', file => utimesSync(file, 1, 1)],
    ['removed', file => rmSync(file)],
    ['replaced by a folder', file => (rmSync(file), mkdirSync(file))],
  ])('is written again when it was %s', async (_name, change) => {
    const at = place()
    await site(at, { 'page.html': 'same', 'b.html': 'b' })
    change(path.join(at.outDir, 'page.html'))
    await site(at, { 'page.html': 'same', 'b.html': 'b' })
    expect(readFileSync(path.join(at.outDir, 'page.html'), 'utf8')).toBe('same')
  })

  it('may be written again in the same build without changing the previous output', async () => {
    const at = place()
    await site(at, { 'a.html': 'one' })
    const staging = createStaging({
      outDir: at.outDir,
      previous: readOutputIndex(at.cacheDir, at.outDir, new Set()),
    })
    await staging.write({ path: 'a.html', content: 'one' })
    await staging.write({ path: 'a.html', content: 'two' })
    expect(readFileSync(path.join(at.outDir, 'a.html'), 'utf8')).toBe('one')
    expect(readFileSync(path.join(staging.folder, 'a.html'), 'utf8')).toBe('two')
  })
})

describe('what is known of written files', () => {
  it('is size, SHA-256, time and inode, for text, bytes and copies alike', async () => {
    const { outDir } = place()
    const staging = createStaging({ outDir, previous: new Map() })
    const text = 'Grüße, 世界'
    const bytes = Buffer.from(text)
    const source = path.join(path.dirname(outDir), 'source.txt')
    writeFileSync(source, text)
    const written = [
      await staging.write({ path: 'a.txt', content: text }),
      await staging.write({ path: 'b.txt', content: new Uint8Array(bytes) }),
      await staging.write({ path: 'c.txt', content: { copy: source } }),
    ]
    const hash = written[0]?.hash ?? ''
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    for (const [index, name] of ['a.txt', 'b.txt', 'c.txt'].entries()) {
      const file = path.join(staging.folder, name)
      const { mtimeMs: mtime, ino } = statSync(file)
      expect(written[index]).toEqual({ size: bytes.length, hash, mtime, inode: ino })
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
  })

  it('is nothing when the index is missing, and noted when it is damaged', async () => {
    const at = place()
    const damage: Damage = new Set()
    expect(readOutputIndex(at.cacheDir, at.outDir, damage).size).toBe(0)
    expect(damage.size).toBe(0)
    await site(at, { 'a.html': 'a' })
    expect(readOutputIndex(at.cacheDir, at.outDir, damage).get('a.html')?.size).toBe(1)
    const [file] = readdirSync(at.cacheDir)
    writeFileSync(path.join(at.cacheDir, file ?? ''), '[["a.html", {}]]')
    expect(readOutputIndex(at.cacheDir, at.outDir, damage).size).toBe(0)
    expect(damage.size).toBe(1)
  })
})

it('a site that cannot take its place leaves the previous one in it', async () => {
  const { outDir } = place()
  const root = path.dirname(outDir)
  mkdirSync(outDir)
  writeFileSync(path.join(outDir, 'index.html'), 'previous')
  const gone = path.join(root, 'dist.tmp-1')
  await expect(publish(gone, outDir)).rejects.toThrow('ENOENT')
  expect(readdirSync(root)).toEqual(['dist'])
  expect(readFileSync(path.join(outDir, 'index.html'), 'utf8')).toBe('previous')
})
