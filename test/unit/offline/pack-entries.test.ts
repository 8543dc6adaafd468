import { expect, test } from 'vitest'
import { joinPage } from '../../../src/offline/pack-entries.ts'
import { escapeJson } from '../../../src/shared/html.ts'

const addresses = { page: '/a.html', chunk: '/assets/js/a.js' }
const html = '<p>a & b "c" \u2028</p>'
const chunk = `(self.docsgenChunks||=[]).push(${escapeJson(['v-1', { page: { key: 'v-1' }, html }])})\n`

test('document and chunk come back byte for byte', () => {
  const entry = joinPage(addresses, `<main>${html}</main>`, chunk)
  if (!entry || !('page' in entry)) throw new Error('The page was not joined.')
  expect(entry.document[0] + entry.html + entry.document[1]).toBe(`<main>${html}</main>`)
  expect(entry.script[0] + escapeJson(entry.html) + entry.script[1]).toBe(chunk)
})

test.each([
  ['content that the document does not have', `<main>other</main>`, chunk],
  ['content that stands in the document twice', html + html, chunk],
  ['a chunk of another form', html, 'something()'],
  ['a chunk that is damaged', html, chunk.slice(0, -8)],
  ['a page without content', '<main></main>', chunk.replace(escapeJson(html), '""')],
])('%s is stored as it is', (_name, document, script) => {
  expect(joinPage(addresses, document, script)).toBeUndefined()
})
