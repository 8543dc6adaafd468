import { describe, expect, test } from 'vitest'
import { linkPlaceholder } from '../../../src/schema/page.ts'
import type { ParseOptions } from '../../../src/schema/page.ts'
import { parsePage } from '../../../src/content/parse.ts'
import { contentOf, createOptions, createSource, parse, rulesOf, findingsOf, told } from './helpers.ts'

describe('raw HTML', () => {
  test.each<[body: string, html: string, options?: Partial<ParseOptions>]>([
    ['a <b>c</b> <i class="x">d</i>', '<p>a <b>c</b> <i class="x">d</i></p>'],
    ['<div>\n<b>S</b>\n\n*b*\n\n</div>\n\ne', '<div>\n<b>S</b>\n<p><em>b</em></p>\n</div>\n<p>e</p>'],
    // What is left open ends with the last HTML of the page, and takes nothing else apart.
    ['<div>\n\na', '<div></div>\n<p>a</p>'],
    ['<div>\n\na\n\n<b>c</b>\n\nd', '<div>\n<p>a</p>\n<p><b>c</b></p></div>\n<p>d</p>'],
    ['<ul>\n<li>a\n<li>b\n</ul>\n\nc', '<ul>\n<li>a\n</li><li>b\n</li></ul>\n<p>c</p>'],
    ['a <!-- b --> c\n\n<!-- d\n\ne -->\n\nf', '<p>a  c</p>\n<p>f</p>'],
    ['a <Badgy text="x" /> b<br/>c', '<p>a <badgy text="x"></badgy> b<br>c</p>'],
    ['a <Badgy text=x /> b', '<p>a <badgy text="x"></badgy> b</p>'],
    ['a <b title=x/>b</b> <i lang=/>c</i> d', '<p>a <b title="x/">b</b> <i lang="/">c</i> d</p>'],
    ['<div title=x/>\n\n*a*\n\n</div>\n\nb', '<div title="x/">\n<p><em>a</em></p>\n</div>\n<p>b</p>'],
    ['a <b>c</b>', '<p>a &#x3C;b>c&#x3C;/b></p>', { html: 'escape' }],
    ['<script>x</script>', '<p>&#x3C;script>x&#x3C;/script></p>', { html: 'escape' }],
    ['a <constructor>b</constructor>', '<p>a <constructor>b</constructor></p>'],
    ['<div data-mark="\u00000">a</div>', '<div>a</div>'],
    ['<div data-mark="&#0;0">a</div>', '<div>a</div>'],
    ['It is <span v-pre>{{ a }}</span>.', '<p>It is <span>{{ a }}</span>.</p>', { html: 'sanitize' }],
  ])('%j', (body, html, options) => {
    expect(contentOf(body, options)).toBe(html)
  })

  test('scripts, styles and event attributes are left out and reported', () => {
    const page = parse(
      '# T\n\n<script>alert(1)</script>\n\n<p style="color:red" onclick="x()" class="k">a</p>',
    )
    expect(page.html).toContain('<p class="k">a</p>')
    expect(page.html).not.toMatch(/script|style|onclick/)
    expect(rulesOf(page)).toEqual(['markdown/raw-html', 'markdown/raw-html'])
    expect(findingsOf(page)[1]?.place).toEqual({ file: 'content/dir/page.md', line: 5, column: 1 })
  })

  test('media are files to copy, each address at its place', () => {
    const page = parse(
      [
        '<video src="./m.mp4" poster="p.png"><source src="/n.webm"><track src="t.vtt"></video>',
        '<picture><source srcset="d.avif 1x, https://x.y/e.avif 2x"><img src=\'f&#46;png\' srcset="f.png, g.png 2x"></picture>',
        '<audio src=a.mp3></audio> <object data="o.svg"></object> <embed src="//x.y/e.swf">',
        '<iframe src="/demo.html"></iframe> <iframe src="https://x.y/frame"></iframe>',
        '<svg><image href="i.png"/><image href="#part"/></svg> <input type="image" src="j.png">',
        '<form action="https://x.y/send"></form> <form action="./here"></form> <img src="data:image/png;base64,AA==">',
      ].join('\n'),
      { embed: ['content/dir/*.svg', '/demo.html'] },
    )
    const noted = page.links.map(
      ({ kind, type, url, place }) => `${kind} ${type} ${url} ${place.line}:${place.column}`,
    )
    expect(noted).toEqual([
      'media asset ./m.mp4 1:8',
      'image asset p.png 1:22',
      'media asset /n.webm 1:45',
      'media asset t.vtt 1:66',
      'image asset d.avif 2:18',
      'image external https://x.y/e.avif 2:18',
      'image asset f.png 2:65',
      'image asset f.png 2:81',
      'image asset g.png 2:81',
      'media asset a.mp3 3:8',
      'frame asset o.svg 3:35',
      'object external https://x.y/e.swf 3:65',
      'frame page /demo.html 4:9',
      'frame external https://x.y/frame 4:44',
      'image asset i.png 5:13',
      'image asset j.png 5:75',
      'form external https://x.y/send 6:7',
    ])
    expect(page.html).toContain(`srcset="${linkPlaceholder(7)}, ${linkPlaceholder(8)} 2x"`)
    expect(page.html).toContain('https://x.y/e.avif 2x')
    expect(page.html).toContain(`<image href="${linkPlaceholder(14)}"`)
    expect(page.html).not.toContain('docsgen-tag')
  })

  test('images say what of their size is left to compute', () => {
    const size = (attributes: string) => parse(`<img src="a.png" alt="" ${attributes}>`).links[0]?.size
    expect(size('')).toEqual({})
    expect(size('width="100"')).toEqual({ width: 100 })
    expect(size('height=50')).toEqual({ height: 50 })
    for (const known of ['width="100" height="9"', 'width="50%"', 'width="auto"', 'width="0"'])
      expect(size(known)).toBeUndefined()
  })

  test('links become links of the page like any other, each at its place', () => {
    const page = parse(`# T

See <a class="k" href="./a.md#b">a</a> and <A HREF=c.html title='href="no"'>c</A>.

> <div>
>   <a
>     href='/d/?x=1&amp;y=2'>d</a> <a href="#e">e</a>
> </div>

<!-- <a href="./comment.md">f</a> --> <a name="g">g</a> <a href="">h</a>`)
    const found = page.links.map(
      ({ type, target, query, hash, place }) =>
        `${type} ${target}${query}${hash} ${place.line}:${place.column}`,
    )
    expect(found).toEqual([
      'page /dir/a.html#b 3:18',
      'page /dir/c.html 3:47',
      'page /d/?x=1&y=2 7:7',
      'hash #e#e 7:39',
    ])
    expect(page.html).toContain(`<a class="k" href="${linkPlaceholder(0)}">a</a>`)
    expect(page.html).toContain(`<a href="${linkPlaceholder(1)}" title="href=&#x22;no&#x22;">c</a>`)
    expect(page.html).toContain(`<a href="${linkPlaceholder(2)}">d</a> <a href="${linkPlaceholder(3)}">e</a>`)
    expect(page.html).toContain('<a name="g">g</a> <a href="">h</a>')
  })

  test('links to elsewhere stay as their author wrote them and are links of the page', () => {
    const page = parse(
      '<a href="https://a.b/" rel="sponsored">a</a> <a href="vscode:open">b</a> <a href="//c.d/">c</a>',
    )
    expect(page.html).toContain('<a href="https://a.b/" rel="sponsored">a</a> <a href="vscode:open">b</a>')
    expect(page.links).toMatchObject([{ type: 'external', target: 'https://a.b/' }])
    expect(findingsOf(page)).toEqual([])
    const hidden = parse('<a href="java&#10;script:alert(1)">a</a> <a href="java\tscript:alert(1)">b</a>')
    expect(hidden.html).toContain('<a>a</a> <a>b</a>')
    expect(hidden.links).toEqual([])
  })

  test('is text of the line it stands in, whatever holds that line', () => {
    const body = 'a [x <b> y][r], **<b>**, [<b>](https://e.org) :kbd[<b>]\n\n[r]: https://e.org'
    expect(contentOf(body, { html: 'escape' }).match(/<p>/g)).toHaveLength(1)
  })

  test('is sanitised without harm to what docsgen makes itself', () => {
    const body = `# T {#own}

<a href="javascript:x" onclick="y" id="app">a</a> <img name="currentScript" src="x">
<iframe src="//evil"></iframe>

::: tip
[b](./c.md) and [^1]
:::

\`\`\`js {1}
code
\`\`\`

| a |
| - |
| b |

[^1]: note`
    const { html } = parse(body, { html: 'sanitize' })
    expect(html).not.toMatch(/javascript|onclick|name="currentScript"/)
    for (const part of [
      '<h1 id="own">',
      '<div class="custom-block tip">',
      `<a href="${linkPlaceholder(0)}">b</a>`,
      `<img src="${linkPlaceholder(1)}">`,
      'class="copy-code"',
      '<div class="table-region" tabindex="0" role="region" aria-label="Table">',
      '<li id="note-fn-1">',
    ])
      expect(html).toContain(part)
  })

  test('that is sanitised keeps what shows, links and plays, of other elements their content', () => {
    const kept = [
      '<details open><summary>a</summary>b</details>',
      '<img src="https://a.b/c.png" alt="" width="9" align="right" loading="lazy">',
      '<video src="https://a.b/c.mp4" controls muted></video>',
      '<iframe src="https://a.b/c" title="d" allowfullscreen></iframe>',
      '<a id="x" href="mailto:a@b.c" class="k" data-y="z" aria-label="w">a</a>',
      '<svg viewBox="0 0 9 9"><path d="M0 0" stroke-width="2"></path></svg>',
      '<math><mi>x</mi></math>',
      '<table><tbody><tr><td colspan="2" align="center">a</td></tr></tbody></table>',
    ].join('\n')
    const page = parse(kept, { html: 'sanitize' })
    expect(page.html).toContain(kept)
    expect(rulesOf(page)).toEqual([])
    const other = parse(
      '# T\n\n<Chart text="a">b</Chart> <button v-on:click="c">d</button> <a href="vscode:open" v-if="e">f</a>',
      { html: 'sanitize' },
    )
    expect(other.html).toContain('<p>b d <a>f</a></p>')
    expect(findingsOf(other).map(({ message, place }) => `${place?.column} ${message}`)).toEqual([
      "1 `<Chart>` isn't a known element; readers only see its content.",
      '27 `<button>` is removed; its content is kept.',
      '61 `href` is removed from `<a>`.',
      '61 `v-if` is removed from `<a>`.',
    ])
    // What the site's own scripts define, with what they need to know.
    const options: Partial<ParseOptions> = { html: 'sanitize', elements: ['my-chart'] }
    const own = parse('# T\n\n<my-chart of="a" onclick="b">c</my-chart>', options)
    expect(own.html).toContain('<my-chart of="a">c</my-chart>')
    expect(rulesOf(own)).toEqual(['markdown/raw-html'])
  })

  test.each([
    ['<div><template shadowrootmode="open"><img src="x" onerror="y"></template>a</div>', '<div>a</div>'],
    [`<a href="${' '.repeat(300)}javascript:x">a</a>`, '<a>a</a>'],
    ['<a href="&Tab;javascript:x">a</a>', '<a>a</a>'],
    ['<a href="&#1;javascript:x">a</a>', '<a>a</a>'],
    ['<svg><a><set attributeName="href" to="javascript:x"/>a</a></svg>', '<svg><a>a</a></svg>'],
    ['<svg><a><animate values="#;javascript:x"/>a</a></svg>', '<svg><a>a</a></svg>'],
    ['<base href="https://a.b/">a', 'a'],
    ['<meta http-equiv="refresh" content="0;url=https://a.b">a', 'a'],
    ['<link rel="stylesheet" href="https://a.b/c.css">a', 'a'],
    ['<link rel="modulepreload" href="https://a.b/c.js">a', 'a'],
    ['<noscript><p title="</noscript><img src=x onerror=y>">b</p></noscript>a', 'a'],
    ['<svg><title alt="</title><img src=x>">b</title></svg>', '<svg><title>b</title></svg>'],
    ['<object data="data:image/svg+xml,<svg onload=x>"></object>a', '<object></object>a'],
    ['<form action="javascript:x"><input formaction="javascript:y"></form>', '<form><input></form>'],
  ])('whatever runs code or changes the document is left out and reported at its tag: %s', (html, rest) => {
    const page = parse(`# T\n\n  <section>${html}</section>`)
    expect(page.html).toContain(`<section>${rest}</section>`)
    expect(rulesOf(page)).toContain('markdown/raw-html')
    expect(findingsOf(page)[0]?.place).toMatchObject({ line: 3 })
  })

  test.each<[body: string, ...places: string[]]>([
    ['<button @click="go">Go</button>', '3:1'],
    ['Press\n<my-tag class="a" @update:model.once=\'b\'/> now', '4:1'],
    ['- a <template #item="{ x }">', '3:5'],
    ['\\<button @click="go">'],
    ['`<button @click="go">` and a <b@c.d> or 1 < 2 @a="b"'],
  ])('%j: a tag with an attribute of Vue is no tag', (body, ...places) => {
    const found = told(parse(`# T\n\n${body}\n`)).filter(line => line.includes(' raw-html '))
    expect(found.map(line => line.split(' ')[0])).toEqual(places)
  })

  test('what stands in the way of the scripts of a page is left out', () => {
    const { html, findings } = parse(`# T

<form id="closest"><input name="closest"><input name="a"></form>

<a id="docsgen-app"></a><a id="docsgenChunks"></a><a id="docsgen"></a>

<object id="body"></object><img name="getElementById" alt="">`)
    expect(html).toContain('<form id="closest"><input><input name="a"></form>')
    expect(html).toContain('<p><a></a><a></a><a id="docsgen"></a></p>')
    expect(html).toContain('<object></object><img alt="">')
    expect(findings.filter(({ rule }) => rule === 'markdown/raw-html')).toHaveLength(5)
  })

  test.each([
    ['<body onload="x">\n\na', "`<body>` is removed from the page: it isn't allowed here."],
    ['<div><td onclick="x">a</td></div>', "`<td>` is removed from the page: it isn't allowed here."],
    ['<iframe src="https://a.b"><b>a</b></iframe>', 'The content of `<iframe>` is removed from the page.'],
    ['<template><b>a</b></template>', '`<template>` is removed from the page, including its content.'],
    ['<b onclick="x">a<p>b</b>c</p>', '`onclick` is removed from `<b>`.'],
    ['<b on0 on1>', '`on0`, `on1` are removed from `<b>`.'],
    // Comments are not for readers.
    ['<!-- <b>a</b> --> <iframe src="https://a.b">Your browser shows no frames.</iframe>'],
  ])('nothing is left out in silence: %s', (html, ...messages) => {
    expect(findingsOf(parse(`# T\n\n${html}`)).map(({ message }) => message)).toEqual(messages)
  })

  test('a medium whose address is its content is something that the policy must allow', () => {
    const { links } = parse('# T\n\n<video src="data:video/mp4;base64,AAAA"></video>')
    expect(links).toMatchObject([{ kind: 'media', type: 'external', target: 'data:' }])
  })

  test.each([
    'a \u00000\u0000',
    '```\n\u00000\u0000\n```',
    '# \u00000\u0000\n\n[[toc]]',
    '<i title="\u00000\u0000">',
  ])('placeholders for addresses cannot be forged: %j', body => {
    const source = { ...createSource(body), frontmatter: { text: 'title: "\\0 0"', line: 2 } }
    expect(parsePage(source, createOptions()).html).not.toContain('\0')
    expect(parse(body).html).not.toContain('\0')
  })
})

describe('other constructs', () => {
  test('tables are regions that scroll, aligned by class', () => {
    const html = contentOf('| a | b | c |\n| :- | :-: | -: |\n| `d|e` | f | g |')
    expect(html).toMatch(/^<div class="table-region" tabindex="0" role="region" aria-label="Table"><table>/)
    expect(html).toContain('<th class="align-left">a</th>')
    expect(html).toContain('<td class="align-center">')
    expect(html).not.toMatch(/style=| align=/)
    expect(contentOf('a\n:-\nb')).toContain('<table>')
  })

  test('strikethrough, task lists and footnotes work', () => {
    const html = contentOf('~~a~~\n\n- [x] b\n\nc[^1]\n\n[^1]: d')
    expect(html).toContain('<del>a</del>')
    expect(html).toContain('<input type="checkbox" checked disabled aria-label="b">')
    expect(html).toContain('href="#note-fn-1"')
    expect(html).not.toMatch(/<h\d|describedby|footnote-label/)
  })

  test('a checkbox is named by the text of its task, without that of the tasks below it', () => {
    const html = contentOf('- [ ] Write **the** `test`\n  - [x] below\n\n    loose\n- plain\n')
    const names = [...html.matchAll(/<input[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name)
    expect(names).toEqual(['Write the test', 'below loose'])
  })

  test('what Markdown makes between blocks with HTML is as it is without them', () => {
    const body =
      '- [ ] task\n\n| a | b |\n| :-: | - |\n| 1 | :kbd[x] |\n\n::figure[C]{src=https://x.org/a.png alt=A zoom}\n'
    const [alone, between] = [body, `<u>x</u>\n\n${body}\n<u>y</u>\n`].map(text => {
      const page = parse(`# T\n\n${text}`, { html: 'sanitize' })
      return [page.html.replace(/<p><u>.<\/u><\/p>\n?/g, '').trim(), rulesOf(page)]
    })
    expect(between).toEqual(alone)
  })

  test.each<[body: string, html: string, emoji?: false]>([
    // Short codes become characters, but not in code or for unknown names.
    ['a :tada: :nope: 10:30:45 `:tada:` :+1:', 'a 🎉 :nope: 10:30:45 <code>:tada:</code> 👍'],
    [':tada:', ':tada:', false],
    // They stand at the border of a word, where the script has such.
    ...'std::notes::create() user:key:value a:b:c 12:100:30 /users/:id:/edit x:tada: :tada:x :tada::x'
      .split(' ')
      .map((text): [string, string] => [text, text]),
    ['(:tada:) :tada::rocket:! :+1:, :x:/:o: :key:: :key::nope:', '(🎉) 🎉🚀! 👍, ❌/⭕ 🔑: 🔑:nope:'],
    ['完了:tada:です 완료:tada:입니다 เสร็จ:tada:', '完了🎉です 완료🎉입니다 เสร็จ🎉'],
    ['_:tada:_ **a:** :tada:', '<em>🎉</em> <strong>a:</strong> 🎉'],
    [
      '\\:tada: :tada\\: x\\:smile\\: :tada: \\:key: `a` \\\\:tada:',
      ':tada: :tada: x:smile: 🎉 :key: <code>a</code> \\🎉',
    ],
    ['a@b.cd \\:tada: :tada:', '<a href="\0' + '0\0">a@b.cd</a> :tada: 🎉'],
    ['{{ x }} ${7*7}', '{{ x }} ${7*7}'],
    ['a\u2028b\u202ec', 'a\u2028b\u202ec'],
    ['a\0b', 'a\ufffdb'],
  ])('text %j', (body, html, emoji = true as never) => {
    expect(contentOf(body, { emoji })).toBe(`<p>${html}</p>`)
  })
})

test.each([
  '<https://example.org/?:tada:>',
  'https://example.org/?a=:tada:&b',
  'www.example.org/-:tada:-/b',
  '<mailto:a@example.org?subject=:tada:>',
])('the address %s has no emoji in it', address => {
  expect(contentOf(`:tada: ${address} :tada:`)).toMatch(/^<p>🎉 <a [^>]*>[^<]*:tada:[^]*<\/a> 🎉<\/p>$/)
})

// A letter follows punctuation, in a language that puts no space between them.
test.each([
  ['**注意：**必ず保存。', '<strong>注意：</strong>必ず保存。'],
  ['彼は**「はい」**と、*「いいえ」*と', '彼は<strong>「はい」</strong>と、<em>「いいえ」</em>と'],
  ['これは**`code`**を、**[次](#a)**へ', 'これは<strong><code>code</code></strong>を、<strong><a'],
  [
    '**中文（English）**后面，***“引用”***',
    '<strong>中文（English）</strong>后面，<em><strong>“引用”</strong></em>',
  ],
  ['**"중요"**입니다 *(괄호)*는', '<strong>"중요"</strong>입니다 <em>(괄호)</em>는'],
  ["~~'말'~~을 ~~「削除」~~です ~「a」~も", "<del>'말'</del>을 <del>「削除」</del>です <del>「a」</del>も"],
  ['a ** b ** c, 2 * 3, 2*3*4, 5_6_7, **a.**b', 'a ** b ** c, 2 * 3, 2<em>3</em>4, 5_6_7, **a.**b'],
])('marks beside punctuation: %s', (body, html) => {
  expect(contentOf(body)).toContain(html)
  expect(contentOf(`- > ${body}`)).toContain(html)
  // Titles of containers have no more than text, emphasis and code.
  if (!/[~[]/.test(body)) expect(contentOf(`::: tip ${body}\n:::`)).toContain(html)
})

const SITE = { siteUrl: 'https://docs.example.org' }
const messages = (body: string, options = {}) =>
  findingsOf(parse(body, { ...SITE, ...options })).map(({ message }) => message)

describe('documents of the site in frames', () => {
  const frames = (addresses: string) =>
    addresses.split(' | ').map(address => `<iframe src="${address}"></iframe>`)

  test.each([
    ...frames('/frame.html | ./frame2.html?x#y.pdf | frame.xhtml | /a%2Esvg | /feed.xml | /guide/ | ?x'),
    ...frames('/guide/start | ..\\frame.html | https:frame.html | http:/frame.html |  fra\nme.html '),
    ...frames('https://docs.example.org/frame.html | //docs.example.org/frame.html'),
    ...frames('\\\\docs.example.org/frame.html'),
    '<IFRAME SRC=/frame.HTML></IFRAME>',
    '<object data="./frame2.html"></object>',
    '<object data="a.svg" type="image/png"></object>',
    '<svg><foreignObject><iframe src="/frame.html"></iframe></foreignObject></svg>',
  ])('are left out: %s', body => {
    for (const html of ['sanitize', 'allow'] as const) {
      const page = parse(`a ${body}`, { ...SITE, html })
      expect(page.html).not.toMatch(/<(?:iframe|object|embed)/i)
      expect(findingsOf(page).map(({ message }) => message)).toEqual([
        expect.stringMatching(/^`<(?:iframe|object)>` can't embed `.*`, which is a document on this site\.$/),
      ])
      expect(page.links).toEqual([])
    }
  })

  test('are left out of `<embed>` where other HTML is allowed; what an `<object>` holds stays', () => {
    const message = "`<embed>` can't embed `./a.svg`, which is a document on this site."
    expect(messages('a <embed src="./a.svg">')).toEqual([message])
    expect(parse('<object data="a.svg"><b>text</b></object>', SITE).html).toContain('<b>text</b>')
  })

  test.each([
    ...frames('https://player.example/frame.html | //player.example/frame.html | manual.pdf#page=2'),
    ...frames('/notes.txt | about:blank'),
    '<object data="./movie.mp4"></object>',
  ])('what can run no script here stays: %s', body => {
    expect(messages(body)).toEqual([])
    expect(parse(body, SITE).html).toMatch(/<(?:iframe|object) (?:src|data)="[^"]+">/)
  })

  const sandbox = 'sandbox="allow-scripts allow-forms allow-popups allow-modals allow-downloads"'
  const src = `src="${linkPlaceholder(0)}" ${sandbox}></iframe>`
  test.each([
    ['<iframe src="/demo/a.html" title="A"></iframe>', `<iframe title="A" ${src}`],
    ['<object data="./a.svg" width="9"><b>b</b></object>', `<iframe width="9" ${src}`],
    ['<embed src="a.svg">', `<iframe ${src}`],
    ['<iframe src="https://docs.example.org/demo/a.html"></iframe>', sandbox],
    ['<iframe src="/other/a.html"></iframe>', '<p>a </p>'],
  ])('are shown in a sandbox where the configuration allows it: %s', (body, html) => {
    const options = { ...SITE, embed: ['/demo/**', 'content/dir/*.svg'] }
    expect(parse(`a ${body}`, options).html).toContain(html)
  })

  test('keep what their author forbids, and get no more than the sandbox of docsgen', () => {
    const options = { embed: ['/demo/**'] }
    const sandboxOf = (value: string) => {
      const { html } = parse(`<iframe src="/demo/a.html" sandbox="${value}"></iframe>`, options)
      return /sandbox="([^"]*)"/.exec(html)?.[1]
    }
    expect(sandboxOf('')).toBe('')
    expect(sandboxOf('allow-forms')).toBe('allow-forms')
    expect(sandboxOf('allow-scripts allow-same-origin allow-top-navigation')).toBe('allow-scripts')
  })
})
