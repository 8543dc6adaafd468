import { expect, test } from 'vitest'
import { type PackEntry, joinPage, packLines, splitPage } from '../../../src/shared/offline.ts'
import { escapeJson } from '../../../src/shared/escape.ts'

const addresses = { page: '/a.html', chunk: '/assets/js/a.js' }
const html = '<p>a & b "c" \u2028</p>'
const script: [string, string] = ['push(["v-1",{"html":', '}])\n']
const chunk = script[0] + escapeJson(html) + script[1]

/** What a device stores for the entries, by address. */
function unpack(entries: PackEntry[]): Record<string, unknown> {
  const files = entries.flatMap((entry): [string, unknown][] => {
    if (!('page' in entry)) return [[entry[0], entry[1]]]
    const { document, chunk: text } = splitPage(entry)
    return [
      [entry.page, document],
      [entry.chunk, text],
    ]
  })
  return Object.fromEntries(files)
}

test.each([
  ['the content in the document', html, `<main>${html}</main>`, 1],
  ['the content twice in the document', html, html + html, 1],
  ['no content', '', '<main></main>', 1],
  ['a document that is without the content', html, '<main>other</main>', 2],
])('with %s, document and chunk come back byte for byte', (_name, content, document, lines) => {
  const entries = joinPage(addresses, { html: content, document, script })
  expect(entries).toHaveLength(lines)
  expect(unpack(entries)).toEqual({
    '/a.html': document,
    '/assets/js/a.js': script[0] + escapeJson(content) + script[1],
  })
})

test('content that both files have is in the pack once', () => {
  const text = JSON.stringify(joinPage(addresses, { html, document: `<main>${html}</main>`, script }))
  expect(text.split('a & b').length - 1).toBe(1)
  expect(chunk).toContain('\\u2028')
})

test('lines of a pack are its entries, one in a line', () => {
  const files = { html, document: 'other', script }
  expect(JSON.parse(`[${packLines(addresses, files)}]`)).toEqual(joinPage(addresses, files))
})
