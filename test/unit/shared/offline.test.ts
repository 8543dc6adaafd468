import { expect, test } from 'vitest'
import { type PackEntry, packLines, splitPage } from '../../../src/shared/offline.ts'

const addresses = { page: '/a.html', chunk: '/assets/js/a.js' }
const html = '<p>a & b "c" \u2028</p>'
const around: [string, string] = ['push(["v-1",{"html":', '}])\n']

test.each([
  ['the content in the document', html, `<main>${html}</main>`, 1],
  ['the content twice in the document', html, html + html, 1],
  ['no content', '', '<main></main>', 1],
  ['a document that is without the content', html, '<main>other</main>', 2],
])('with %s, document and chunk come back byte for byte', (_name, content, document, lines) => {
  const chunk = around.join(JSON.stringify(content))
  const packed = packLines(addresses, { document, chunk, html: content, around })
  const entries = JSON.parse(`[${packed}]`) as PackEntry[]
  expect(entries).toHaveLength(lines)
  const [first] = entries
  const files =
    first && 'page' in first ? splitPage(first) : Object.fromEntries(entries as [string, string][])
  expect(Object.values(files)).toEqual([document, chunk])
  if (document === `<main>${html}</main>`) expect(packed.split('a & b')).toHaveLength(2)
})
