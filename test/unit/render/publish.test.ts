import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { publish } from '../../../src/render/publish.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

it('a site that cannot take its place leaves the previous one in it', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'publish-'))
  folders.push(root)
  const outDir = path.join(root, 'dist')
  mkdirSync(outDir)
  writeFileSync(path.join(outDir, 'index.html'), 'previous')
  const gone = path.join(root, 'dist.tmp-1')
  await expect(publish(gone, outDir)).rejects.toThrow('ENOENT')
  expect(readdirSync(root)).toEqual(['dist'])
  expect(readFileSync(path.join(outDir, 'index.html'), 'utf8')).toBe('previous')
})
