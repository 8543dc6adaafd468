import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bundleBrowser } from '../../../src/bundle/browser.ts'
import { findThemeSource } from '../../../src/bundle/bundler.ts'

it('the search is one small file, and others for what few sites and queries need', async () => {
  const { files } = await bundleBrowser(await findThemeSource('/nowhere'))
  const scripts = files.map(
    file => [/([\w-]+)\.\w+\.js$/.exec(file.path)?.[1], String(file.content)] as const,
  )
  const sizeOf = (name: string) => gzipSync(scripts.find(([own]) => own === name)?.[1] ?? '').length
  // What the first query of a reader loads beside the index.
  expect(sizeOf('open')).toBeLessThan(13_600)
  for (const name of ['large', 'originals', 'results-page', 'docsearch'])
    expect(sizeOf(name), name).toBeGreaterThan(400)
})
