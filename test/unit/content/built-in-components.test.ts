import { describe, expect, it } from 'vitest'
import { parse } from './helpers.ts'

const page = (body: string) => parse(`# T\n\n${body}`, { icons: { logo: '<svg data-own></svg>' } })
const htmlOf = (body: string) => page(body).html.replace(/^.*<\/h1>\n/, '')
const found = (body: string) =>
  page(body).findings.map(({ place, rule, message }) => `${place?.line}:${place?.column} ${rule} ${message}`)
const textOf = (body: string) => page(body).sections.at(-1)?.text

it('keys stand apart, and are part of a heading', () => {
  expect(htmlOf(':kbd[Ctrl+K] :kbd[+] :kbd[Ctrl++]')).toBe(
    '<p><kbd class="keys"><kbd>Ctrl</kbd>+<kbd>K</kbd></kbd> <kbd>+</kbd> <kbd class="keys"><kbd>Ctrl</kbd>+<kbd>+</kbd></kbd></p>',
  )
  const [, heading] = page('## Press :kbd[Ctrl+K]').headings
  expect(heading).toMatchObject({ title: 'Press Ctrl+K', id: 'press-ctrlk' })
})

it.each([
  [':icon[stra]', '3:1 markdown/attribute There is no icon `stra`.'],
  ['::: tab A\n\na\n\n:::', '3:1 markdown/misplaced-component `::: tab` must be inside `tabs`'],
  [':::: tabs\n\n::: card\n\na\n\n:::\n\n::::', "5:1 markdown/misplaced-component `::: card` can't be"],
  ['::: tabs\n:::', '3:1 markdown/attribute The tabs are empty.'],
  [
    '::: tabs\n== npm\nnpm i\n:::',
    "3:1 markdown/empty `::: tabs` doesn't contain `tab`; its content is shown",
  ],
  ['a\n\n::: cards\n- a\n:::', "5:1 markdown/empty `::: cards` doesn't contain `card` or `link-card`;"],
  ['- ::: columns\n\n  a\n\n  :::', "3:3 markdown/empty `::: columns` doesn't contain `column`;"],
  ['<Tabs>\n\na\n\n</Tabs>', "3:1 markdown/empty `<Tabs>` doesn't contain `tab`;"],
  [':::: tabs\n::: tap A\na\n:::\n::::', "4:1 markdown/unknown-container `::: tap` isn't a container"],
  [':::: tabs\n\n::: tab\n\na\n\n:::\n\n::::', '5:1 markdown/attribute `tab` requires `label`.'],
  ['::: tabs\n\n::: tab A\n\na', '3:1 markdown/unclosed-container', '5:1 markdown/unclosed-container'],
  ['::: steps\n\n- a\n\n:::', "3:1 markdown/attribute The steps aren't a numbered list."],
  ['::link-card[Go]{href="javascript:a()"}', '3:17 markdown/unsafe-link'],
  ['::link-card[Go]', '3:1 markdown/attribute `link-card` requires `href`.'],
  ['::figure[C]{src="./a.png"}', '3:1 markdown/attribute The image has no alternative text.'],
  ['::figure[C]', '3:1 markdown/attribute The figure is empty.'],
])('what is wrong is reported: %j', (body, ...starts) => {
  expect(found(body)).toEqual(starts.map(start => expect.stringContaining(start) as string))
})

it('icons are drawn, of the set and of the site, and read out where they have a label', () => {
  expect(htmlOf(':icon[star]')).toMatch(/^<p><span class="glyph" aria-hidden="true"><svg viewBox="0 0 24 24"/)
  expect(htmlOf(':icon{name="logo" label="Us"}')).toBe(
    '<p><span class="glyph" role="img" aria-label="Us"><svg data-own></svg></span></p>',
  )
  expect(textOf('a :icon[star]{label="Best"} b')).toBe('a Best b')
})

describe('tabs', () => {
  const body = ':::: tabs {sync="os"}\n\n::: tab One\n\na\n\n:::\n\n::: tab [Two]\n\n## H\n\n:::\n\n::::'

  it('are panels below each other, each with its title; their script is loaded where they are', () => {
    expect(htmlOf(body).replace(/>\s+</g, '><')).toMatch(
      /^<div class="tabs" data-sync="os"><div class="tab" id="tab-1"><p class="tab-title">One<\/p><p>a<\/p><\/div><div class="tab" id="tab-2"><p class="tab-title">Two<\/p><h2 id="h">/,
    )
    expect(page(body).parts).toEqual(['components', 'tabs'])
    expect(page(body).sections[0]?.text).toBe('One\na\nTwo')
  })

  it('the same as elements', () => {
    const elements =
      '<Tabs sync="os">\n<Tab label="One">\na\n</Tab>\n<Tab label="Two">\n\n## H\n\n</Tab>\n</Tabs>'
    const flat = (text: string) => htmlOf(text).replace(/\s+</g, '<')
    expect(flat(elements)).toBe(flat(body))
  })
})

it('steps are a numbered list', () => {
  expect(htmlOf('::: steps\n\n1. a\n2. b\n\n:::')).toMatch(/^<div class="steps">\n<ol>/)
})

describe('cards', () => {
  it('have a title and an icon, and may be links', () => {
    const html = htmlOf(
      ':::: cards\n\n::: card [A & B]{icon=star}\n\na\n\n:::\n\n::link-card[Go]{href="./x.md" description="There"}\n\n::::',
    )
    expect(html).toMatch(/<div class="card"><p class="card-title"><span class="glyph".*A &#x26; B<\/p>/)
    expect(html).toContain(
      '<a class="card link-card" href="\u00000\u0000"><span class="card-title">Go</span><span class="card-text">There</span></a>',
    )
  })

  it('that lead elsewhere open a window and say so; their address is one of the page', () => {
    expect(htmlOf('::link-card[Go]{href="https://a.example/"}')).toMatch(
      /target="_blank" rel="noopener noreferrer">.*<span class="visually-hidden"> \(opens a new window\)/,
    )
    const link = { kind: 'link', url: './x.md', place: { line: 3, column: 17 } }
    expect(page('::link-card[Go]{href="./x.md"}').links).toMatchObject([link])
  })
})

it('a file tree is drawn from a list', () => {
  const html = htmlOf('::: file-tree\n\n- src/\n  - **a.ts** the start\n- b.md\n- …\n\n:::')
  expect(html.replace(/<svg.*?<\/svg>|<[^>]*>|\s+/g, ' ').replace(/ +/g, ' ')).toBe(
    ' src/ () a.ts the start b.md … ',
  )
  expect(html.match(/<svg/g)).toHaveLength(3)
  expect(html).toMatch(/<strong>a.ts<\/strong><\/bdi><\/span><span class="file-comment"> the start<\/span>/)
  expect(textOf('::: file-tree\n\n- a.ts first\n\n:::')).toBe('a.ts first')
})

describe('figures', () => {
  it('are a picture with a caption', () => {
    expect(htmlOf('::figure[C]{src="./a.png" alt="A"}')).toBe(
      '<figure class="figure"><img src="\u00000\u0000" alt="A" loading="lazy" decoding="async"><figcaption>C</figcaption></figure>',
    )
    expect(textOf('::figure[C]{src="./a.png" alt="A"}')).toBe('C\nA')
  })

  it('are shown large by a popover', () => {
    const html = htmlOf('::: figure {zoom}\n\n![A](./a.png)\n\n:::')
    expect(html.match(/<img[^>]*>/g)).toHaveLength(2)
    expect(html).toMatch(/popovertarget="figure-1".*<div id="figure-1" class="figure-large" popover="auto">/)
  })
})

describe('videos', () => {
  it('of the site are played by the browser', () => {
    expect(htmlOf('::video[T]{src="./a.mp4" captions="./a.vtt"}')).toMatch(
      /^<video class="video" controls playsinline preload="metadata" src="[^"]*" aria-label="T"><track kind="captions"/,
    )
  })

  it('of others stand in a frame that is closed, from an address without cookies', () => {
    const body = '::video[T]{src="https://www.youtube.com/watch?v=abcdefghijk"}'
    expect(htmlOf(body)).toMatch(/^<details class="video-frame"><summary>.*<iframe [^>]*loading="lazy"/)
    const target = 'https://www.youtube-nocookie.com/embed/abcdefghijk'
    expect(page(body).links).toMatchObject([{ kind: 'frame', target }])
  })
})

it('columns stand beside each other', () => {
  expect(htmlOf(':::: columns\n\n::: column\na\n:::\n\n::::').replace(/\s+</g, '<')).toBe(
    '<div class="columns"><div class="column"><p>a</p></div></div>',
  )
})

it('all keep their form where HTML around them is sanitised', () => {
  const body =
    '<div>\n\n:::: tabs\n\n::: tab A\n\n:icon[star] :kbd[a]\n\n:::\n\n::::\n\n::figure[C]{src="./a.png" alt="A" zoom}\n\n::video[T]{src="./a.mp4"}\n\n</div>'
  const options = { html: 'sanitize' as const }
  expect(parse(body, options).findings.filter(({ rule }) => rule === 'markdown/raw-html')).toEqual([])
  expect(parse(body, options).html).toMatch(/<svg.*popovertarget.*<video class="video" controls/s)
})
