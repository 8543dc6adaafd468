import type { Code, Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { CODE, scanLines } from '../../../src/content/scan-lines.ts'
import { createRandom } from './random-documents.ts'

const MARGINS = ['', '', ' ', '  ', '   ', '    ', '      ', '\t', '> ']
const MARKERS = ['', '', '', '- ', '* ', '1. ', '2. ', '- - ', '-', '-     ']
const TEXTS = ['a', 'b', '# c', '---', '***', '<div>', '</div>', '', '', '```js', '```', '````', '~~~']

/** Text to the parser in some places and code in others: no fence begins or ends there. */
const INDENTED = /^(?: {4}|\t)/

/** Lines that lists, quotes, HTML and fences begin and end on, in any order. */
function createLists(random: (below: number) => number): string {
  const pick = (of: readonly string[]) => of[random(of.length)] ?? ''
  return Array.from({ length: 3 + random(9) }, () => `${pick(MARGINS)}${pick(MARKERS)}${pick(TEXTS)}`).join(
    '\n',
  )
}

function codeOf(node: Nodes): Code[] {
  if (node.type === 'code') return [node]
  return 'children' in node ? node.children.flatMap(codeOf) : []
}

/** Lines (0-based) that differ between what was found without parsing and what the parser finds. */
function differences(text: string): number[] {
  const { lines, kinds } = scanLines(text)
  const inside = new Set<number>()
  const maybe = new Set<number>()
  for (const { position, value } of codeOf(fromMarkdown(text))) {
    const { start, end } = position ?? { start: { line: 0, offset: 0 }, end: { line: 0 } }
    for (let line = start.line - 1; line < end.line; line += 1) maybe.add(line)
    if (!/^[`~]/.test(text.slice(start.offset))) continue
    const size = value === '' ? 0 : value.split('\n').length
    for (let line = start.line - 1; line < start.line + size; line += 1) inside.add(line)
  }
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const isRight = kinds[index] === CODE ? maybe.has(index) || INDENTED.test(line) : !inside.has(index)
    return isRight ? [] : [index]
  })
}

describe('lines of code, found without parsing', () => {
  test.each([
    ['at the margin', 'a\n\n```js\nb\n```\n'],
    ['in a list item', '- a\n\n  ```js\n  b\n  ```\n\nc\n'],
    [
      'in an item of an item, and after it',
      '- a\n\n  - b\n\n    ```js\n    c\n    ```\n\n  ```js\n  d\n  ```\n',
    ],
    ['that a list item ends', '1. a\n\n   ```js\n   b\nc\n\n```js\nd\n```\n'],
    ['indented without a list', '  ```js\n  a\n  ```\n'],
  ])('are certain %s', (_, text) => {
    expect(scanLines(text).certain).toBe(true)
    expect(differences(text)).toEqual([])
  })

  test.each([
    ['in a quote', '> ```js\n> a\n> ```\n'],
    ['in HTML', '<div>\n```js\na\n```\n</div>\n'],
    ['in an item of code', '-     a\n\n  ```js\n  b\n  ```\n'],
    ['after a line that may have ended the item', '- a\nb\n\n  ```js\n  c\n  ```\n'],
    ['in an item that a container may have ended', '- a\n:::\n\n  ```js\n  b\n  ```\n'],
  ])('are for the parser to find %s', (_, text) => {
    expect(scanLines(text).certain).toBe(false)
  })

  const count = process.env['DOCSGEN_FULL'] ? 300_000 : 1000
  test(
    `are those of the parser in ${count} random lists, where they are certain`,
    { timeout: 600_000 },
    () => {
      const random = createRandom(23)
      let certain = 0
      for (let index = 0; index < count; index += 1) {
        const text = createLists(random)
        if (!scanLines(text).certain) continue
        certain += 1
        expect(differences(text), JSON.stringify(text)).toEqual([])
      }
      expect(certain).toBeGreaterThan(count / 10)
    },
  )
})
