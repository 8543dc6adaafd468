import { expect, test } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import { createRandom } from '../../sites/random.ts'
import { createOptions, createSource } from './helpers.ts'

/** Pieces of Markdown that documents are thrown together from. */
const PIECES = (
  '# A¦## A {#a}¦### `b` *c*¦Setext¦===¦---¦***¦- a¦  - b¦1. c¦   d¦> e¦>> f¦>¦```js¦```¦~~~¦````¦' +
  '    code¦    ```¦  ```¦> ```¦```\u00a0¦   :::¦\tcode¦::: tip¦:::: details X¦:::¦::::¦::: code-group¦' +
  '::: nope¦| a | b |¦| - | :-: |¦|¦[a](b.md)¦[a][b]¦[b]: c.md¦[^1]¦[^1]: note¦![](x.png)¦<div>¦</div>¦' +
  '<b>x¦</b>¦<!-- c¦-->¦<script>¦</script>¦<br/>¦<Badge />¦## a :badge[b]{type=tip}¦:badge[c\nd]¦' +
  ':badge[¦::link-card[e]{href=f.md}¦::: tabs¦::: tab g¦<ClientOnly>¦</ClientOnly>¦<CodeGroup>¦' +
  '<Card title="h">¦</Card>¦Array<string>¦<token>¦</p>¦<pre>¦&amp; &#0; &nope;¦\\*¦**¦_a_¦~~d~~¦`e¦``¦' +
  ':tada:¦https://a.b/c¦a@b.c¦[[toc]]¦> [!NOTE]¦a // [!code ++]¦# [!code word:a:9]¦' +
  '```diff-js {2} wrap fold¦`a`{lang=js}¦```ansi :line-numbers¦\u001b[31m¦- [x] t¦- [ ] t¦<<< x¦' +
  '!!!include(x)!!!¦javascript:x¦[x](javascript:y)¦中文。¦é\u0301¦\u202e¦\u200b¦\0¦{{ x }}¦$&¦</title>¦' +
  ']]>¦¦¦¦ ¦  '
).split('¦')
const JOINS = ['\n', '\n', '\n\n', ' ', '']

/** Pieces thrown together, in quotes and items at times: mostly not what anybody would write. */
function createDocument(random: (limit: number) => number): string {
  let text = ''
  for (let piece = 0; piece < 2 + random(24); piece += 1)
    text += (PIECES[random(PIECES.length)] ?? '') + (JOINS[random(JOINS.length)] ?? '')
  const first = ['> ', '- ', '1. ', '\t'][random(12)]
  const others = ['> ', '  ', '', '\t'][random(4)] ?? ''
  return first === undefined ? text : first + text.replaceAll('\n', `\n${others}`)
}

const count = process.env['DOCSGEN_FULL'] ? 20_000 : 200
const variants = [
  createOptions(),
  createOptions({ slugs: 'vuepress', html: 'sanitize' }),
  createOptions({ html: 'escape' }),
]

test(`${count} random documents have one h1, unique ids, nothing forged`, { timeout: 3_600_000 }, () => {
  const random = createRandom(7).below
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
    expect(page.html.replace(/\0(\d+)\0/g, ''), context).not.toContain('\0')
    expect(page.html, context).not.toMatch(/href="\s*javascript:|<script/i)
  }
})
