import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bundleBrowser, usedFiles } from '../../../src/bundle/browser.ts'
import { findThemeSource } from '../../../src/bundle/bundler.ts'

it('files of parts that no page has are left out, with what only they load', () => {
  const loads = {
    boot: ['app'],
    scheme: [],
    app: ['react'],
    react: [],
    islands: ['root', 'Used', 'Unused', 'Held'],
    root: ['react'],
    Used: ['Held', 'both'],
    Unused: ['both', 'alone', 'react'],
    Held: [],
    both: [],
    alone: [],
  }
  const islands = { Used: 'Used', Unused: 'Unused', Held: 'Held' }
  const parts = { islands: '/islands', code: '/code.css' }
  const entries = { boot: '/boot', scheme: '/scheme.changed', style: '/style.css', parts }
  const paths = [...Object.keys(loads), 'code.css', 'scheme.changed', 'style.css', 'licenses.txt']
  const files = paths.map(path => ({ path, content: '' }))
  const left = (...used: string[]) => {
    const kept = usedFiles({ entries, loads, islands, files }, new Set(used))
    return paths.filter(name => !kept.some(({ path }) => path === name))
  }
  expect(left('islands', 'island Used', 'code')).toEqual(['scheme', 'Unused', 'alone'])
  expect(left('islands', 'island Used', 'island Unused')).toEqual(['scheme', 'code.css'])
  const all = ['islands', 'root', 'Used', 'Unused', 'Held', 'both', 'alone']
  expect(left()).toEqual(['scheme', ...all, 'code.css'])
})

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
