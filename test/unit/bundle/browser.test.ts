import { expect, it } from 'vitest'
import { unusedScripts } from '../../../src/bundle/browser.ts'

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
