import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { listFiles, readSource } from '../support/sources.ts'

const root = new URL('../../', import.meta.url)
const LIMIT = 250
/** Longer today. */
const LONGER = ['src/threads/pool.ts', 'templates/styles/code.css', 'templates/styles/navigation.css']

describe('the house', () => {
  it('no file of the program and the theme is longer than 250 lines; functions: `max-lines-per-function` of oxlint', () => {
    const lines = (file: string) => readSource(file).text.split('\n').length - 1
    expect(listFiles('src', 'templates').filter(file => lines(file) > LIMIT)).toEqual(LONGER)
  })

  it('nothing lies loose at the root of the sources', () => {
    const loose = readdirSync(new URL('src', root), { withFileTypes: true }).filter(entry => entry.isFile())
    expect(loose.map(({ name }) => name).toSorted()).toEqual(['README.md', 'build.ts', 'index.ts'])
  })

  it('every folder of the sources is in the tree of their README', () => {
    const { text } = readSource('src/README.md')
    const folders = readdirSync(new URL('src', root), { withFileTypes: true }).filter(entry =>
      entry.isDirectory(),
    )
    expect(folders.map(({ name }) => name).filter(name => !text.includes(`\`${name}/\``))).toEqual([])
  })

  it('format, lint and types leave out only what is made, not written', () => {
    const read = (file: string) => readFileSync(fileURLToPath(new URL(file, root)), 'utf8')
    const made = [
      'node_modules',
      'compiled',
      'dist',
      'test/content/.samples',
      'package-lock.json',
      'test/bench/results',
    ]
    const { ignorePatterns } = JSON.parse(read('.oxlintrc.json')) as { ignorePatterns: string[] }
    const { exclude } = JSON.parse(read('tsconfig.json')) as { exclude: string[] }
    const unformatted = read('.prettierignore')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
    // The worker has types of its own world; pages are the text of people.
    expect([...ignorePatterns, ...exclude, ...unformatted].filter(entry => !made.includes(entry))).toEqual([
      'src/offline/worker',
      '/content',
    ])
  })
})
