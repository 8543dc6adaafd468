import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import { parserFor } from '../../../src/content/parser.ts'
import { scanLines, sliceLines } from '../../../src/content/scan-lines.ts'
import { foldFences } from '../../../src/content/short-ways/fold-fences.ts'
import { splitPieces } from '../../../src/content/short-ways/split-pieces.ts'
import { configSchema } from '../../../src/schema/config.ts'
import type { LineOrigin } from '../../../src/schema/page.ts'
import { createParseOptions } from '../../../src/site/parse-options.ts'
import { stringsFor } from '../../strings-for.ts'
import { createOptions, createSource } from './helpers.ts'

const options = createOptions({ shortWays: true })
const names = new Set(['tip'])

/** A page made of parts from different files, as the scan gives it. */
function compose(parts: string[]) {
  const origins: { from: number; file: string; line: number }[] = []
  let from = 1
  parts.forEach((part, index) => {
    origins.push({
      from,
      file: index % 2 === 0 ? 'content/dir/page.md' : `content/dir/part${index}.md`,
      line: 1,
    })
    from += part.split('\n').length
  })
  return { ...createSource(parts.join('\n')), origins }
}

/** Texts and offsets of the pieces. */
function split(text: string, origins: LineOrigin[]): { text: string; offset: number }[] {
  const pieces = splitPieces(sliceLines(scanLines(text), 0), origins, names)
  return pieces.map(piece => ({ text: piece.text.text, offset: piece.offset }))
}

/** The same page as if nothing were included: it is then parsed in one piece. */
function whole(page: ReturnType<typeof compose>) {
  return parsePage({ ...page, origins: page.origins.slice(0, 1) }, options)
}

describe('pages in pieces', () => {
  test.each([
    [['# T\n', '## A\n\ntext\n', '\n## B\n\nend']],
    [['# T\n', '## A\n\n- list\n', '## B']],
    [['# T\n', '## A\n\n> quote\n', 'text\n\n## B']],
    [['# T\n', '## A\n\n```\n# no\n', '## B']],
    [['::: tip\n', '## A\n\ntext\n', '## B\n\n:::', 'c']],
    [['# T\n', '## Same\n', '## Same\n', '## Same\n', '## Same']],
    [['<div>\n', '## A\n', '</div>\n\n## B']],
    [['<div>\n\n', '## A\n', '\n</div>\n\n## B']],
    [['# T\n', '    ## code\n', '## B']],
  ])('%j is the same as in one piece', parts => {
    const page = compose(parts)
    const inPieces = parsePage(page, options)
    const inOne = whole(page)
    expect(inPieces.html).toBe(inOne.html)
    expect(inPieces.headings.map(({ id }) => id)).toEqual(inOne.headings.map(({ id }) => id))
    expect(inPieces.sections.map(({ hash }) => hash)).toEqual(inOne.sections.map(({ hash }) => hash))
  })

  test('the ids of sixteen included parts are unique, and the same each time (1.8)', () => {
    const parts = Array.from({ length: 16 }, (_, index) => `## Usage\n\n### Example\n\n## Part ${index}\n`)
    const page = compose(['# T\n', ...parts.flatMap(part => [part, '\n'])])
    const ids = () => parsePage(page, options).headings.map(({ id }) => id)
    const first = ids()
    expect(first).toHaveLength(1 + 16 * 3)
    expect(new Set(first).size).toBe(first.length)
    for (const part of parts) parsePage(createSource(part), options)
    expect(ids()).toEqual(first)
    expect(whole(page).headings.map(({ id }) => id)).toEqual(first)
  })

  test('included text is cut out as its own page has it', () => {
    const part = '## A\n\ntext\n'
    const page = compose(['# T\n', part, '\n## B'])
    expect(split(page.body, page.origins)).toEqual([
      { text: '# T\n', offset: 0 },
      { text: '## A\n\ntext\n', offset: 2 },
      { text: '## B\n', offset: 7 },
    ])
  })

  test('what stands in code, however many marks it has, is no definition', () => {
    const origins = [
      { from: 1, file: 'a', line: 1 },
      { from: 3, file: 'b', line: 1 },
    ]
    const parts = (text: string) => split(`# T\n\n## A\n\n${text}\n\n## B`, origins).length
    expect(parts('It prints ``[lib]: `is` is deprecated``.')).toBe(2)
    expect(parts('`{ [name: string]: Function }`')).toBe(2)
    expect(parts('It prints ``[lib]: `is`` and [a]: b.')).toBe(1)
    expect(parts('- [`a]: /url `b`')).toBe(1)
    expect(parts(`\`[a]: b\` ${'x'.repeat(10_000)}`)).toBe(1)
  })

  test('definitions, footnotes and HTML that stays open keep a page in one piece', () => {
    for (const part of ['[a]: b\n', '[^1]: b\n', '<!-- a\n', '<pre>\n'])
      expect(
        split(`# T\n\n${part}\n## B`, [
          { from: 1, file: 'a', line: 1 },
          { from: 3, file: 'b', line: 1 },
        ]),
      ).toHaveLength(1)
  })
})

test('the switch is part of the cache key', () => {
  const config = configSchema.parse({})
  const [on, off] = [true, false].map(shortWays => createParseOptions(config, stringsFor, shortWays))
  expect(JSON.stringify(off)).not.toBe(JSON.stringify(on))
})

describe('folded fences', () => {
  const { processor } = parserFor(options)

  /** Type, value and line of every node. */
  function shape(node: unknown): unknown {
    const { type, value, lang, meta, position, children } = node as Record<string, never>
    const { start } = (position ?? { start: { line: 0 } }) as { start: { line: number } }
    return [type, value, lang, meta, start.line, ((children ?? []) as unknown[]).map(shape)]
  }

  test.each([
    ['a\n\n```js\nb\n\nc\n```\n\nd'],
    ['```\n```\n\na'],
    ['```js {1}\na\n````\n\n~~~\nb\n~~~~\nc'],
    ['# A\n```js\na\n```\ntext\n```js\nb\n```'],
    ['- a\n\n```js\nb\n```\n\n- c\n\n  ```js\n  d\n  ```'],
    ['> a\n\n```js\nb\n```\n> ```\n> c\n> ```'],
    ['```js\nunclosed\n\n# A'],
    ['```js\na\n  ```\n\n```\nb'],
    ['::: tip\n\n```js\n:::\n```\n\n:::\n\nend'],
    ['<div>\n```js\na\n```\n</div>'],
    ['<?x\n\n```js\na\n```\n?>\n\n```js\nb\n```'],
    ['    indented\n\n```js\n\ta\n\n\n```'],
    ['| a |\n| - |\n| b |\n\n```js\nc\n```\n\n[x]: y'],
    ['``` a`b\nc\n```\n\n```js\nd\n```'],
    ['a\n```js\nb\n```\nc `d\n```\ne` f'],
    ['```js\ntab\t\n```'],
    ['1. a\n\n   ```js\n   b\n   ```\n\n```js\nc\n```'],
  ])('%j has the tree that it has without folding', text => {
    const folded = parserFor(options).parsePiece(scanLines(text), true).tree
    const plain = processor.parse(text)
    expect(shape(folded)).toEqual(shape(plain))
  })

  test('most of the code never reaches the parser', () => {
    const { text, fences } = foldFences(scanLines('a\n\n```js\nb\nc\n```\n\nd'))
    expect(text).toBe('a\n\n```js\n```\n\nd')
    expect(fences).toEqual([{ line: 3, code: 'b\nc', removed: 2 }])
  })
})
