import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bundleBrowser, unusedScripts } from '../../../src/bundle/browser.ts'
import { findThemeSource } from '../../../src/bundle/bundler.ts'

const LOADS: Record<string, string[]> = {
  boot: ['app'],
  scheme: [],
  app: ['react', 'Home'],
  react: [],
  Home: [],
  islands: ['root', 'Used', 'Unused', 'Held', 'Home'],
  root: ['react'],
  Used: ['Held', 'both'],
  Unused: ['both', 'alone', 'react'],
  Held: [],
  both: [],
  alone: ['deep'],
  deep: [],
}

/** Scripts that are left out where no page has these islands. */
function left(islands: string[], out: string[] = []): string[] {
  const components = Object.fromEntries(['Used', 'Unused', 'Held', 'Home'].map(name => [name, name]))
  const entries = { boot: '/boot', scheme: '/scheme', style: '/style', parts: { islands: '/islands' } }
  return [...unusedScripts({ entries, scripts: { loads: LOADS, components } }, islands, new Set(out))]
}

it('scripts of islands that no page has are left out with what only they load', () => {
  expect(left(['Unused'])).toEqual(['Unused', 'alone', 'deep'])
})

it('what something else loads as well stays', () => {
  expect(left(['Held', 'Home'])).toEqual([])
})

it('without any island nothing of them stays', () => {
  expect(left(['Used', 'Unused', 'Held'], ['islands']).toSorted()).toEqual(
    ['islands', 'root', 'Used', 'Unused', 'Held', 'both', 'alone', 'deep'].toSorted(),
  )
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
