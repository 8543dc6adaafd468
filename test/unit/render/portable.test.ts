import { expect, it } from 'vitest'
import { copiedDocument } from '../../../src/render/portable.ts'

const documents = ['index', 'guide/index', 'guide/start', 'v1.2', 'tim&tom'].map(name => `${name}.html`)
const files = [...documents, 'assets/img/a b.svg']
const move = (html: string, file = 'guide/start.html', base = '/docs/', below = '') => {
  const script = 'assets/js/portable.js'
  return copiedDocument(html, file, { base, below, script, has: name => files.includes(name) })
}

it.each([
  ['<a href="/docs/">', '<a href="../index.html">'],
  ['<a href="/docs/guide/?a=1&amp;b#x">', '<a href="../guide/index.html?a=1&amp;b#x">'],
  ['<a href="/docs/guide/start">', '<a href="../guide/start.html">'],
  ['<a href="/docs/guide/start.html#it&#39;s">', '<a href="../guide/start.html#it&#39;s">'],
  ['<a href="/docs/v1.2">', '<a href="../v1.2.html">'],
  ['<a href="/docs/tim&amp;tom.html">', '<a href="../tim&amp;tom.html">'],
  ['<img src="/docs/assets/img/a%20b.svg">', '<img src="../assets/img/a%20b.svg">'],
  ['<img srcset="/docs/a.png 1x, /docs/b.png 2x">', '<img srcset="../a.png 1x, ../b.png 2x">'],
  [
    '<script src="/docs/assets/js/redirect.A.js" data-to="/docs/"></script><noscript><meta http-equiv="refresh" content="0; url=/docs/"></noscript>',
    '<script src="../assets/js/redirect.A.js" data-to="../index.html"></script><noscript><meta http-equiv="refresh" content="0; url=../index.html"></noscript>',
  ],
  ['<a href="/docs/unknown/">', '<a href="../unknown/">'],
])('%s becomes %s', (html, wanted) => {
  expect(move(html)).toBe(wanted)
})

const OTHERS = ['#x', '//host/docs/', '/other/', 'https://host/docs/']
it.each([...OTHERS.map(href => `<a href="${href}">`), '/docs/'])('%s stays', html => {
  expect(move(html)).toBe(html)
  expect(move(`<code>href="/docs/"</code>${html}`)).toBe(`<code>href="/docs/"</code>${html}`)
})

it('documents of an old version have its data beside them, and one script with all others', () => {
  const html = [
    '<a href="/docs/guide/">',
    '<script type="application/json" data-docsgen>{}</script>',
    '<script type="module" src="/docs/1.x/assets/js/boot.A.js"></script>',
  ]
  expect(move(html.join('\n'), '1.x/guide/start.html', '/docs/', '1.x/').split('\n')).toEqual([
    '<a href="../../guide/index.html">',
    '<script type="application/json" data-docsgen data-root="../">{}</script>',
    '<script defer src="../../assets/js/portable.js"></script>',
  ])
})

it('a document at the top names files beside it, whatever the base', () => {
  expect(move('<a href="/guide/">', '404.html', '/')).toBe('<a href="./guide/index.html">')
})

it('has one script for the modules of the theme, and nothing that is fetched', () => {
  const html = [
    '<link rel="preload" as="font" href="/docs/a.woff2" crossorigin>',
    '<link rel="manifest" href="/docs/manifest.webmanifest">',
    '<script src="/docs/assets/js/scheme.A.js"></script>',
    '<script type="application/json" data-docsgen>{"base":"/docs/"}</script>',
    '<script type="module" src="/docs/assets/js/boot.A.js"></script>',
    '<script type="module" blocking="render" src="/docs/assets/js/tabs.A.js"></script>',
    '<script type="module" src="/docs/own.js"></script>',
    '<script defer src="/docs/assets/js/analytics.A.js" data-docsgen-analytics="{}"></script>',
  ]
  expect(move(html.join('')).replaceAll('><', '>\n<').split('\n')).toEqual([
    '<script src="../assets/js/scheme.A.js">',
    '</script>',
    '<script type="application/json" data-docsgen data-root="../">{"base":"/docs/"}</script>',
    '<script defer src="../assets/js/portable.js">',
    '</script>',
    '<script type="module" src="../own.js">',
    '</script>',
  ])
})
