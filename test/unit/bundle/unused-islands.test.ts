import { expect, it } from 'vitest'
import { unusedScripts } from '../../../src/bundle/unused-islands.ts'

/** Scripts, by name, with the names of those that they load. */
const files = (loads: Record<string, string[]>) =>
  Object.entries(loads).map(([name, others]) => ({
    path: `assets/js/${name}.A1.js`,
    content: others.map(other => `import("./${other}.A1.js")`).join(),
  }))

const SCRIPTS = files({
  boot: ['app'],
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
})

const left = (islands: string[], out: string[] = []) =>
  [...unusedScripts(SCRIPTS, islands, new Set(out.map(name => `assets/js/${name}.A1.js`)))].map(file =>
    file.replace(/^assets\/js\/|\.A1\.js$/g, ''),
  )

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
