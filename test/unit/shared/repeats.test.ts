import { expect, test } from 'vitest'
import type { PageEntry, RepeatingEntry } from '../../../src/schema/offline.ts'
import {
  aroundOf,
  textInPieces,
  textOfPieces,
  withoutRepeats,
  withRepeats,
} from '../../../src/shared/repeats.ts'

const menu = Array.from({ length: 40 }, (_, page) => `<li><a href="/part/${page}.html">Page ${page}</a></li>`)

function page(number: number, more = ''): PageEntry {
  const view = `{"key":"v-${number}","title":"Page ${number} 测试 😀","prev":{"text":"Page ${number - 1}"}${more}}`
  return {
    page: `/part/${number}.html`,
    chunk: `/assets/js/v-${number}.js`,
    html: `<h1>Page ${number}</h1>`,
    document: [
      `<!DOCTYPE html>\n<title>${number}</title><script>{"page":${view}}</script><ul>${menu.join('')}</ul><main>`,
      `</main><footer>All of them end like this.</footer>\n`,
    ],
    script: [`push(["v-${number}",{"page":${view},"html":`, '}])\n'],
  }
}

function shortened(pages: readonly PageEntry[]): RepeatingEntry[] {
  let before = ''
  return pages.map(each => {
    const { page, chunk, html, document } = each
    const entry = { page, chunk, html, ...withoutRepeats(each, before) }
    before = aroundOf(document)
    return entry
  })
}

test('what pages repeat is there once, and nothing is lost', () => {
  const pages = [page(1), page(2), page(3, ',"outline":true'), page(2)]
  const entries = shortened(pages)
  const length = (part: unknown) => JSON.stringify(part).length
  expect(length(entries[1])).toBeLessThan(length(pages[1]) / 4)
  let before = ''
  for (const [index, entry] of entries.entries()) {
    const found = withRepeats(entry, before)
    expect(found).toEqual(pages[index])
    before = aroundOf(found.document)
  }
})

test('texts without breaks, empty ones, and ones that are nearly the same come back as they were', () => {
  const texts = [
    '',
    'x',
    '<',
    '<<<<',
    ',",",",',
    'long '.repeat(20),
    `<${'long '.repeat(20)}`,
    '<a><b><a><b>'.repeat(9),
  ]
  const pages = texts.flatMap(text =>
    texts.map((other): PageEntry => ({ ...page(1), document: [text, other], script: [other, text] })),
  )
  let before = ''
  shortened(pages).forEach((entry, index) => {
    const found = withRepeats(JSON.parse(JSON.stringify(entry)), before)
    expect(found).toEqual(pages[index])
    before = aroundOf(found.document)
  })
})

test('other texts have once what they repeat of the one before and of themselves, and come back as they were', () => {
  const items = (part: number) =>
    Array.from({ length: 40 }, (_, at) => ({
      text: `测试 ${part}-${at} 😀`,
      href: `/${part}/${at}.html`,
      external: false,
      lang: 'en-US',
    }))
  const words = Array.from({ length: 30 }, (_, at) => [`text${at}`, `What number ${at} says`])
  const texts = [0, 1].map(part =>
    JSON.stringify({ sidebar: items(part), strings: Object.fromEntries(words) }),
  )
  const edges = ['', 'short', '<a>'.repeat(100), ',"a":1'.repeat(200)]
  let before = ''
  for (const text of [...texts, ...edges]) {
    expect(textOfPieces(textInPieces(text, before), before)).toBe(text)
    before = text
  }
  const [first, second] = [textInPieces(texts[0]!, ''), textInPieces(texts[1]!, texts[0]!)]
  expect(JSON.stringify(first).length).toBeLessThan(texts[0]!.length * 0.8)
  expect(JSON.stringify(second).length).toBeLessThan(JSON.stringify(first).length)
})
