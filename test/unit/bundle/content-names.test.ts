import { expect, test } from 'vitest'
import { nameByContent } from '../../../src/bundle/content-names.ts'

/** Three files of which two name each other, with the names that a folder gave them. */
function bundled(hashes: readonly [string, string, string], text = 'text') {
  const [boot, app, chunk] = hashes
  return [
    { path: `assets/js/boot.${boot}.js`, content: `import("./app.${app}.js")`, immutable: true },
    {
      path: `assets/js/app.${app}.js`,
      content: `import"./chunk.${chunk}.js";"other.AAAAAAAA.js"`,
      immutable: true,
    },
    { path: `assets/js/chunk.${chunk}.js`, content: `import("./app.${app}.js");"${text}"`, immutable: true },
  ]
}

const HERE: [string, string, string] = ['AAAAAAA1', 'AAAAAAA2', 'AAAAAAA3']
const THERE: [string, string, string] = ['BBBBBBB1', 'BBBBBBB2', 'BBBBBBB3']

test('names are those of the content, whatever they were', () => {
  const files = nameByContent(bundled(HERE))
  expect(nameByContent(bundled(THERE))).toEqual(files)
  const [boot, app, chunk] = files.map(({ path }) => path.slice('assets/js/'.length))
  expect(boot).toMatch(/^boot\.[0-9A-F]{8}\.js$/)
  expect(files.map(({ content }) => content)).toEqual([
    `import("./${app}")`,
    `import"./${chunk}";"other.AAAAAAAA.js"`,
    `import("./${app}");"text"`,
  ])
  expect(files.every(({ immutable }) => immutable)).toBe(true)
})

test('what changes in a file changes its name, and that of each file that leads to it', () => {
  const before = nameByContent(bundled(HERE)).map(({ path }) => path)
  const after = nameByContent(bundled(HERE, 'other')).map(({ path }) => path)
  expect(after.filter(name => before.includes(name))).toEqual([])
})
