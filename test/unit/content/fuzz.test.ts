import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import { parserFor } from '../../../src/content/parser.ts'
import { createOptions, createSource } from './helpers.ts'

/** Pieces of Markdown that documents are thrown together from. */
const PIECES = [
  '# A',
  '## A {#a}',
  '### `b` *c*',
  'Setext',
  '===',
  '---',
  '***',
  '- a',
  '  - b',
  '1. c',
  '   d',
  '> e',
  '>> f',
  '>',
  '```js',
  '```',
  '~~~',
  '````',
  '    code',
  '\tcode',
  '::: tip',
  ':::: details X',
  ':::',
  '::::',
  '::: code-group',
  '::: nope',
  '| a | b |',
  '| - | :-: |',
  '|',
  '[a](b.md)',
  '[a][b]',
  '[b]: c.md',
  '[^1]',
  '[^1]: note',
  '![](x.png)',
  '<div>',
  '</div>',
  '<b>x',
  '</b>',
  '<!-- c',
  '-->',
  '<script>',
  '</script>',
  '<br/>',
  '<Badge />',
  '<pre>',
  '&amp; &#0; &nope;',
  '\\*',
  '**',
  '_a_',
  '~~d~~',
  '`e',
  '``',
  ':tada:',
  'https://a.b/c',
  'a@b.c',
  '[[toc]]',
  '> [!NOTE]',
  '- [x] t',
  '- [ ] t',
  '<<< x',
  '!!!include(x)!!!',
  'javascript:x',
  '[x](javascript:y)',
  '中文。',
  'é\u0301',
  '\u202e',
  '\u200b',
  '\0',
  '{{ x }}',
  '$&',
  '</title>',
  ']]>',
  '',
  '',
  '',
  ' ',
  '  ',
]
const JOINS = ['\n', '\n', '\n\n', ' ', '']

/** Numbers below `limit` that are the same in every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return limit => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % limit
  }
}

function createDocument(random: (limit: number) => number): string {
  let text = ''
  for (let piece = 0; piece < 2 + random(24); piece += 1)
    text += (PIECES[random(PIECES.length)] ?? '') + (JOINS[random(JOINS.length)] ?? '')
  return text
}

/** Type, value and line of every node of a tree. */
function shape(node: unknown): unknown {
  const { type, value, position, children } = node as Record<string, never>
  const { start } = (position ?? { start: { line: 0 } }) as { start: { line: number } }
  return [type, value, start.line, ((children ?? []) as unknown[]).map(shape)]
}

describe('random documents', () => {
  const count = process.env['DOCSGEN_FULL'] ? 10_000 : 300
  const variants = [
    createOptions(),
    createOptions({ slugs: 'vuepress', html: 'sanitize' }),
    createOptions({ html: 'escape' }),
  ]

  test(`${count} of them are rendered: one h1, unique ids, nothing forged`, { timeout: 600_000 }, () => {
    const random = createRandom(7)
    for (let index = 0; index < count; index += 1) {
      const body = createDocument(random)
      const options = variants[index % variants.length] ?? createOptions()
      const page = parsePage(createSource(body), options)
      const context = JSON.stringify(body)
      expect(
        page.findings.filter(({ rule }) => rule === 'markdown/too-complex'),
        context,
      ).toEqual([])
      expect(page.html.match(/<h1[ >]/g), context).toHaveLength(1)
      const ids = page.headings.map(({ id }) => id).filter(id => id !== '')
      expect(new Set(ids).size, context).toBe(ids.length)
      const placeholders = [...page.html.replace(/\0(\d+)\0/g, '').matchAll(/\0/g)]
      expect(placeholders, context).toEqual([])
      expect(page.html, context).not.toMatch(/href="\s*javascript:|<script/i)
    }
  })

  test('folding fences changes no tree', { timeout: 600_000 }, () => {
    const random = createRandom(11)
    const { processor, parseChunk } = parserFor(createOptions({ emoji: false }))
    // Comments and what is linked or replaced by the transforms would differ; the block structure is what is compared.
    const plain = (text: string) => text.replace(/<!--|-->|https?:\/\/|@|\[\[|\[!|\{#|\0/g, '')
    for (let index = 0; index < count; index += 1) {
      const body = plain(createDocument(random) + '\n\n' + createDocument(random))
      expect(shape(parseChunk(body, true).tree), JSON.stringify(body)).toEqual(shape(processor.parse(body)))
    }
  })

  test('parsing in chunks changes no page', { timeout: 600_000 }, () => {
    const random = createRandom(13)
    const options = createOptions()
    for (let index = 0; index < count; index += 1) {
      const parts = [createDocument(random), createDocument(random), createDocument(random)].map(
        (part, number) => `${number === 1 ? '## Part\n\n' : ''}${part}\n\n`,
      )
      const body = parts.join('')
      let from = 1
      const origins = parts.map((part, number) => {
        const origin = { from, file: `content/dir/${number === 1 ? 'part' : 'page'}.md`, line: 1 }
        from += part.split('\n').length - 1
        return origin
      })
      const inChunks = parsePage({ ...createSource(body), origins }, options)
      const inOne = parsePage({ ...createSource(body), origins: origins.slice(0, 1) }, options)
      expect(inChunks.html, JSON.stringify(parts)).toBe(inOne.html)
    }
  })
})
