import { expect, test } from 'vitest'
import { escapeJson } from '../../../src/shared/escape.ts'
import { joinPage, packLines, splitPage } from '../../../src/shared/offline.ts'

const addresses = { page: '/a.html', chunk: '/assets/js/a.js' }
const html = '<p>a & b "c" \u2028</p>'
const script: [string, string] = ['push(["v-1",{"html":', '}])\n']

test.each([
  ['the content in the document', html, `<main>${html}</main>`, 1],
  ['the content twice in the document', html, html + html, 1],
  ['no content', '', '<main></main>', 1],
  ['a document that is without the content', html, '<main>other</main>', 2],
])('with %s, document and chunk come back byte for byte', (_name, content, document, lines) => {
  const files = { html: content, document, script }
  const entries = joinPage(addresses, files)
  expect(entries).toHaveLength(lines)
  expect(JSON.parse(`[${packLines(addresses, files)}]`)).toEqual(entries)
  const unpacked = entries.flatMap((entry): unknown[] => {
    if (!('page' in entry)) return [entry]
    const { document: whole, chunk } = splitPage(entry)
    return [
      [entry.page, whole],
      [entry.chunk, chunk],
    ]
  })
  expect(unpacked).toEqual([
    ['/a.html', document],
    ['/assets/js/a.js', script[0] + escapeJson(content) + script[1]],
  ])
})

test('content that both files have is in the pack once', () => {
  const text = JSON.stringify(joinPage(addresses, { html, document: `<main>${html}</main>`, script }))
  expect(text.split('a & b')).toHaveLength(2)
})
