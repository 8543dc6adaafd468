import { existsSync } from 'node:fs'
import path from 'node:path'
import { readSetup, setupKey, type Setup } from './read-setup.ts'

const languages = ['', 'ja/', 'zh/', 'ru/', 'fr/', 'pt/']

/** Where the pages describe each set-up; a language has one of the places, or none. */
const places = {
  jest: [
    'installation/using-with-jest.md#by-hand',
    'installation/testing-single-file-components-with-jest.md#testing-single-file-components-with-jest',
  ],
  vitest: [
    'installation/using-other-test-runners.md#vitest',
    'installation/choosing-a-test-runner.md#vitest',
  ],
  typescript: ['guides/using-with-typescript.md#using-with-typescript'],
  mocha: [
    'installation/using-other-test-runners.md#mocha-and-webpack',
    'installation/testing-single-file-components-with-mocha-webpack.md#testing-single-file-components-with-mocha-and-webpack',
  ],
  karma: [
    'installation/using-other-test-runners.md#karma',
    'installation/testing-single-file-components-with-karma.md#testing-single-file-components-with-karma',
  ],
  node: [
    'installation/using-other-test-runners.md#without-a-build-step',
    'installation/usage-without-a-build-step-node.md#usage-without-a-build-step-in-node',
  ],
}

export type SetupKind = keyof typeof places

/** The distinct set-ups of one kind in all languages below `root`, the English one first. */
export function setupsOf(root: string, kind: SetupKind): Setup[] {
  const all = languages.flatMap(language =>
    places[kind]
      .map(place => language + place)
      .filter(place => existsSync(path.join(root, place.replace(/#.*/, ''))))
      .map(place => readSetup(root, place)),
  )
  const distinct = new Map<string, Setup>()
  for (const setup of all) if (!distinct.has(setupKey(setup))) distinct.set(setupKey(setup), setup)
  return [...distinct.values()]
}
