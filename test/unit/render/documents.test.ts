import { expect, it } from 'vitest'
import { idsIn, printedHtml, type PrintedPage } from '../../../src/render/documents.ts'

const page = (id: string, href: string, html: string): PrintedPage => {
  return { id, href, html, ids: new Set(idsIn(html)) }
}
const other = page('p2', '/docs/guide/', '<h1 id="guide">Guide</h1><h2 id="時">x</h2>')

/** The content of the first page beside another one. */
function printed(html: string): string {
  const first = page('p1', '/docs/', html)
  return printedHtml(first, new Map([first, other].map(each => [each.href, each])))
}

it.each([
  ['<h2 id="a">x</h2><a href="#a">', '<h2 id="p1-a">x</h2><a href="#p1-a">'],
  ['<a href="#gone">', '<a href="#p1">'],
  ['<a href="/docs/guide/">', '<a href="#p2">'],
  ['<a href="/docs/guide/?x=1#guide">', '<a href="#p2-guide">'],
  ['<a href="/docs/guide/#%E6%99%82">', '<a href="#p2-%E6%99%82">'],
  ['<a href="/docs/guide/#gone">', '<a href="#p2">'],
  ['<a href="/docs/picture.svg">', '<a href="/docs/picture.svg">'],
  ['<a href="https://example.org/#a">', '<a href="https://example.org/#a">'],
  [
    '<input type="radio" name="n" id="a"><label for="a">',
    '<input type="radio" name="p1-n" id="p1-a"><label for="p1-a">',
  ],
  [
    '<i id="a"></i><i id="b"></i><p aria-labelledby="a b c">',
    '<i id="p1-a"></i><i id="p1-b"></i><p aria-labelledby="p1-a p1-b c">',
  ],
  [
    '<marker id="m"></marker><use href="#m"></use><path marker-end="url(#m)"/>',
    '<marker id="p1-m"></marker><use href="#p1-m"></use><path marker-end="url(#p1-m)"/>',
  ],
  ['<details class="x">', '<details open class="x">'],
  ['<details open>', '<details open>'],
  ['<img src="/docs/a.png" loading="lazy">', '<img src="/docs/a.png" loading="eager">'],
  ['<code>href="#a" id="a"</code>', '<code>href="#a" id="a"</code>'],
])('%s becomes %s', (html, wanted) => {
  expect(printed(html)).toBe(wanted)
})
