import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashContent } from '../../../src/lib/hash.ts'
import { publish } from '../../../src/render/publish.ts'
import { createStaging, readOutputIndex, writeOutputIndex } from '../../../src/render/files/staging.ts'
import { createFolder } from '../../sites/site.ts'

/** Builds and publishes a site of these files, as the build does. */
async function site(outDir: string, files: Record<string, string>): Promise<void> {
  const cache = `${outDir}-cache`
  const staging = createStaging(outDir, readOutputIndex(cache, outDir, new Set()))
  for (const [name, content] of Object.entries(files))
    if (!staging.reuse(name, hashContent(content, 64))) await staging.write({ path: name, content })
  publish(staging.folder, outDir)
  writeOutputIndex(cache, outDir, staging.written)
}

describe('a file that did not change', () => {
  it.each<[string, (file: string) => void]>([
    ['edited by hand', file => writeFileSync(file, 'edit')],
    ['edited by hand in as many bytes', file => writeFileSync(file, 'samE')],
    ['removed', file => rmSync(file)],
    ['replaced by a folder', file => (rmSync(file), mkdirSync(file))],
    [
      'replaced by a link',
      file => (linkSync(file, `${file}.own`), rmSync(file), symlinkSync(`${file}.own`, file)),
    ],
    ['given another name', file => linkSync(file, `${file}.own`)],
  ])('is written again when it was %s', async (_name, change) => {
    const { output } = createFolder()
    await site(output, { 'page.html': 'same', 'b.html': 'b' })
    const file = path.join(output, 'page.html')
    change(file)
    await site(output, { 'page.html': 'same', 'b.html': 'b' })
    writeFileSync(path.join(output, 'page.html.own'), 'changed')
    expect(readFileSync(file, 'utf8')).toBe('same')
  })

  it("is known by its size, time and inode, as in Git's index, without reading it", async () => {
    const { output } = createFolder()
    const file = path.join(output, 'page.html')
    await site(output, { 'page.html': 'same' })
    utimesSync(file, 1, 1)
    await site(output, { 'page.html': 'same' })
    writeFileSync(file, 'SAME')
    utimesSync(file, 1, 1)
    await site(output, { 'page.html': 'same' })
    expect(readFileSync(file, 'utf8')).toBe('SAME')
  })

  it('may be written again in the same build without changing the previous output', async () => {
    const { output } = createFolder()
    await site(output, { 'a.html': 'one' })
    const staging = createStaging(output)
    await staging.write({ path: 'a.html', content: 'one' })
    await staging.write({ path: 'a.html', content: 'two' })
    expect(readFileSync(path.join(output, 'a.html'), 'utf8')).toBe('one')
    expect(readFileSync(path.join(staging.folder, 'a.html'), 'utf8')).toBe('two')
  })
})

it('a site that cannot take its place leaves the previous one in it', async () => {
  const { output: outDir, root } = createFolder()
  mkdirSync(outDir)
  writeFileSync(path.join(outDir, 'index.html'), 'previous')
  const gone = path.join(root, 'dist.tmp-1')
  expect(() => publish(gone, outDir)).toThrow('ENOENT')
  expect(readdirSync(root)).toEqual(['dist'])
  expect(readFileSync(path.join(outDir, 'index.html'), 'utf8')).toBe('previous')
})
