import { describe, expect, it } from 'vitest'
import type { ParsedPage } from '../../src/schema/page.ts'
import { createPluginSite, pluginText } from '../unit/plugins/plugin-site.ts'

const site = createPluginSite()
const state = { count: 0 }

/** Loads a plugin of these keys, each time another one. */
async function load(own: string) {
  state.count += 1
  const file = `plugins/p${state.count}.ts`
  site.write(file, `import * as z from 'zod'\nconst used = z\n${pluginText('demo', own)}`)
  return site.load(`./${file}`)
}

/** Parses a page with a plugin of these keys. */
async function parse(own: string, body: string, frontmatter?: string): Promise<ParsedPage> {
  const loaded = await load(own)
  expect(loaded.findings).toEqual([])
  return site.parse(loaded, body, frontmatter)
}

/** Location, rule and message of each finding. */
function told({ findings }: ParsedPage): string[] {
  return findings.map(
    ({ place, rule, message }) => `${place?.file}:${place?.line}:${place?.column} ${rule} ${message}`,
  )
}

const SHOUT = `remark: [() => (tree) => { for (const node of tree.children) if (node.type === 'heading') node.children = [{ type: 'text', value: 'LOUD :tada:' }] }]`

describe('plugins of remark and rehype', () => {
  it('change the tree before docsgen does: headings, ids and emoji follow', async () => {
    const page = await parse(`markdown: { ${SHOUT} }`, '# A\n\n## B\n\n```js\nlet a\n```\n')
    expect(page.record).toMatchObject({ title: 'LOUD 🎉', headers: [{ level: 2, slug: 'loud--1' }] })
    expect(page.html).toContain('LOUD 🎉')
    expect(page.codeBlocks).toMatchObject([{ code: 'let a', place: { line: 5 } }])
  })

  it('have settings, know the page, and may add syntax and report', async () => {
    const own = `markdown: options => ({ remark: [[function (given) {
      const all = this.data()
      all.micromarkExtensions = [{ disable: { null: ['codeIndented'] } }]
      return (tree, file) => { file.message(given.text + file.path + file.data.frontmatter.title, tree.children[1]) }
    }, { text: 'see ' }]] })`
    const page = await parse(own, '# A\n\n    indented\n', 'title: T')
    expect(page.html).toContain('<p>indented</p>')
    expect(told(page)).toEqual(['content/dir/page.md:3:5 demo/content see content/dir/page.mdT'])
  })

  it('change the HTML tree, with the raw HTML of the page in it', async () => {
    const own = `markdown: { rehype: [() => (tree) => ({ ...tree, children: tree.children.filter(({ tagName }) => tagName !== 'div') })] }`
    const page = await parse(own, '# A\n\n<div>gone</div>\n\nstays\n')
    expect(page.html).not.toContain('gone')
    expect(page.html).toContain('<p>stays</p>')
  })

  const INLINE = "'unsafe-inline'"
  it.each<[what: string, own: string, made: string[]]>([
    [
      'an attribute of Markdown',
      `remark: [() => tree => { tree.children[1].data = { hProperties: { style: 'color: red', onClick: 'a()' } } }]`,
      [`3 script-src ${INLINE}`, `3 style-src ${INLINE}`],
    ],
    [
      'attributes and addresses of elements, not those of the page',
      `rehype: [() => tree => { tree.children[2].children.push({ type: 'element', tagName: 'img', properties: { src: '//b.example/b.png', style: 'width: 1px' }, children: [] }) }, () => tree => tree]`,
      ['3 img-src //b.example/b.png', `3 style-src ${INLINE}`],
    ],
    ['HTML of a fence', `fences: { draw: () => '<style>a{}</style><b>x</b>' }`, [`5 style-src ${INLINE}`]],
    [
      'a tree of a fence',
      `fences: { draw: () => ({ type: 'element', tagName: 'svg', properties: { style: 'fill: red' }, children: [] }) }`,
      [`5 style-src ${INLINE}`],
    ],
    [
      'a component, but nothing that is fine',
      `components: { own: { kinds: ['block'], render: () => '<script type="application/json">{}</script><p class="style">onclick= a</p>' }, box: { kinds: ['block'], render: () => '<p STYLE=a>x</p>' } }`,
      [`9 style-src ${INLINE}`],
    ],
    ['nothing', `rehype: [() => () => {}], fences: { draw: code => '<i>' + code + '</i>' }`, []],
  ])('note what the policy may block: %s', async (_what, own, made) => {
    const body = '# A\n\nText ![p](https://a.example/a.png)\n\n```draw\nx\n```\n\n::box\n\n::own\n'
    const page = await parse(`markdown: { ${own} }`, body)
    const found = (page.made ?? []).map(({ directive, url, place }) => `${place.line} ${directive} ${url}`)
    expect(found.toSorted()).toEqual(made)
    for (const { maker } of page.made ?? []) expect(maker).toBe('the plugin `demo`')
  })

  it.each([
    ['throws', `() => () => { throw new Error('no') }`, 'plugins/failed', 'no.'],
    ['is asynchronous', `() => async () => {}`, 'plugins/result', 'it is asynchronous.'],
    [
      'returns no tree',
      `() => () => 'text'`,
      'plugins/result',
      'the outermost node of a tree must be of type `root`.',
    ],
    [
      'breaks the tree',
      `() => tree => { tree.children[0].children.push({ type: 'text' }) }`,
      'plugins/result',
      '`value` of the `text` node must be a string.',
    ],
    [
      'lets a node stand in itself',
      `() => tree => { tree.children.push(tree) }`,
      'plugins/result',
      'a node `root` contains itself.',
    ],
    ['throws when it is prepared', `() => { throw new Error('never') }`, 'plugins/failed', 'never.'],
  ])('one that %s is an error, and the page is empty', async (_what, plugin, rule, reason) => {
    const page = await parse(`markdown: { remark: [${plugin}] }`, '# A\n')
    const [finding, ...others] = page.findings
    expect(others).toEqual([])
    expect(finding).toMatchObject({ rule, message: expect.stringMatching(/`demo`.*`markdown\.remark\[0\]`/) })
    expect(finding?.message.endsWith(`: ${reason}`)).toBe(true)
    expect(finding?.place?.file).toBe(rule === 'plugins/failed' ? `plugins/p${state.count}.ts` : undefined)
    expect(page.incomplete).toBe(true)
  })
})

describe('fences by language', () => {
  it('are drawn as text or as a tree, with the info and the language of the page', async () => {
    const own = `options: z.object({ unit: z.string().default('px') }), markdown: { fences: {
      a: (code, info, { options, lang }) => '<b data-x>' + [code, info, options.unit, lang] + '</b>',
      b: code => ({ type: 'element', tagName: 'i', properties: { title: '"' }, children: [{ type: 'text', value: code + '<' }] }),
      c: () => undefined,
    } }`
    const page = await parse(own, '# A\n\n```a wide {1}\nx\n```\n\n- ```b\n  y\n  ```\n\n```c\nz\n```\n')
    expect(page.html).toContain('<b data-x>x,wide {1},px,en-US</b>')
    expect(page.html).toContain('<i title="&#x22;">y&#x3C;</i>')
    expect(page.html).toContain('class="language-c')
    expect(page.codeBlocks.map(({ lang }) => lang)).toEqual(['a', 'b', 'c'])
  })

  it('report problems at the line of the code; without HTML the code is shown', async () => {
    const own = `markdown: { fences: {
      a: () => ({ problems: [{ message: 'No such shape.', line: 2, column: 3, rule: 'shape', severity: 'warning' }] }),
      b: () => { throw new Error('no') },
      c: () => 7,
    } }`
    const page = await parse(own, '# A\n\n```a\nx\nyyy\n```\n\n```b\n```\n\n```c\n```\n')
    expect(told(page).filter(text => !text.includes('unknown-language'))).toEqual([
      'content/dir/page.md:5:3 demo/shape No such shape.',
      `plugins/p${state.count}.ts:6:24 plugins/failed The plugin \`demo\` failed when \`markdown.fences.b\` ran on \`content/dir/page.md\`: no.`,
      'content/dir/page.md:11:1 plugins/result The plugin `demo` returned an invalid value from `markdown.fences.c` on `content/dir/page.md`: it must be a string, a tree, or `{ html, problems }`.',
    ])
    expect(page.html).toContain('yyy')
  })
})

describe('keys of the frontmatter', () => {
  const KEYS = `frontmatter: z.object({ since: z.string().regex(/^v/, 'must begin with v').optional(), level: z.number().default(1) })`

  it('are known, have their values checked, and get their defaults', async () => {
    const page = await parse(KEYS, '# A\n', 'since: v1\nlevl: 2')
    expect(page.record.frontmatter).toEqual({ since: 'v1', level: 1, levl: 2 })
    expect(told(page)).toEqual([
      "content/dir/page.md:3:1 frontmatter/unknown-key `levl` isn't a docsgen key. It has no effect unless your templates read it.",
    ])
    expect((await parse(KEYS, '# A\n')).record.frontmatter).toEqual({ level: 1 })
  })

  it('that are wrong are errors at their places', async () => {
    const page = await parse(KEYS, '# A\n', 'title: T\nsince: 1.0')
    expect(told(page)).toEqual(['content/dir/page.md:3:1 frontmatter/invalid `since` must be text, not `1`.'])
  })
})

describe('page data', () => {
  it('is made of record and text', async () => {
    const own = `page: (record, text) => ({ title: record.title, words: text.sections.flatMap(each => each.text.split(' ')).length, none: undefined })`
    expect((await parse(own, '# A\n\nb c\n')).data).toEqual({ demo: { title: 'A', words: 2 } })
    expect(await parse('page: () => undefined', '# A\n')).not.toHaveProperty('data')
  })

  it.each([
    [
      'changes what it was given',
      `record => { record.title = 'x' }`,
      /plugins\/p\d+\.ts:\d+:\d+ plugins\/failed .* `page` ran on `content\/dir\/page\.md`: .*read only/,
    ],
    [
      'changes what is deep inside',
      `(_, text) => { text.sections.push(1) }`,
      /plugins\/failed .*not extensible/,
    ],
    [
      'returns what JSON cannot say',
      `() => ({ a: [1, () => 2] })`,
      /plugins\/result .*`data\.a\[1\]` can't be represented in JSON/,
    ],
    ['is asynchronous', `async () => 1`, /plugins\/result/],
  ])('one that %s is an error', async (_what, hook, message) => {
    const page = await parse(`page: ${hook}`, '# A\n\nText.\n')
    expect(told(page)).toEqual([expect.stringMatching(message)])
    expect(page.record.title).toBe('A')
  })
})

describe('components', () => {
  const parseComponents = (components: string, body: string) =>
    parse(`markdown: { components: { ${components} } }`, `# T\n\n${body}`)
  const placed = (page: ParsedPage) => told(page).map(text => text.replace(/^[^:]*:/, ''))

  const METER = `meter: {
  kinds: ['inline', 'container'],
  label: 'title',
  texts: ['title'],
  props: z.strictObject({ title: z.string(), value: z.number().default(1) }),
  render: ({ title, value }, children, { lang }) => [{ type: 'element', tagName: 'section', properties: { className: ['meter'], lang }, children: [{ type: 'text', value: title + value }, ...children] }],
}`

  it('a component of a plugin is written like any other, by directive and by element', async () => {
    const body = '::: meter [A]{value=2}\n\n## B\n\n:::\n\n<Meter title="C" />'
    const page = await parseComponents(METER, body)
    expect(page.html).toMatch(/<section class="meter" lang="en-US">A2\s*<h2 id="b">/)
    expect(page.html).toContain('C1')
    expect(page.sections.map(({ text }) => text)).toEqual(['A', 'C'])
    expect(page).not.toHaveProperty('parts')
    expect(placed(page)).toEqual([])
    const inLine = await parseComponents(METER, 'a :meter[B]')
    expect(inLine.html).toContain('<p>a <section class="meter" lang="en-US">B1</section></p>')
    expect(placed(await parseComponents(METER, ':meter[A]{vlaue=2}'))).toEqual([
      "3:11 markdown/attribute `vlaue` isn't an attribute of `meter` and is ignored.",
    ])
  })

  it('what it returns as text is HTML; what it throws, or returns instead, is an error at its place', async () => {
    const bold = `bold: { kinds: ['inline'], render: () => '<b class="x">y</b>' }`
    expect((await parseComponents(bold, ':bold[a]')).html).toContain('<p><b class="x">y</b></p>')
    const bad = `bad: { kinds: ['block'], render() { throw new Error('no luck') } }`
    const failing = await parseComponents(bad, '::bad')
    expect(placed(failing)[0]).toMatch(/plugins\/failed .*`markdown\.components\.bad` ran on .*: no luck\.$/)
    const wrong = await parseComponents(`odd: { kinds: ['block'], render: () => 1 }`, 'a\n\n::odd')
    expect(placed(wrong)[0]).toMatch(/^5:1 plugins\/result .*must be a string, a tree, or a list of trees\.$/)
  })

  it('its links and pictures are checked and put in their places, in text and in trees', async () => {
    const link = `{ type: 'element', tagName: 'a', properties: { href: './x.md' }, children }`
    const components = `
    shot: { kinds: ['block'], render: () => '<a href="/y.html"><img src="./z.png"></a>' },
    box: { kinds: ['container'], render: (props, children) => [${link}] },`
    const page = await parseComponents(components, '::: box\n[a](./w.md)\n:::\n\n::shot')
    expect(page.links.map(({ target, place: { line } }) => [target, line])).toEqual([
      ['/dir/w.html', 4],
      ['/dir/x.html', 3],
      ['/y.html', 7],
      ['content/dir/z.png', 7],
    ])
    expect(page.html.replaceAll('\0', '|')).toMatch(
      /<a href="\|1\|">\s*<p><a href="\|0\|">a<\/a><\/p>\s*<\/a>\s*<a href="\|2\|"><img src="\|3\|"><\/a>/,
    )
  })

  it('cannot have the name of a component of docsgen, and its definition is checked', async () => {
    const said = async (components: string) =>
      (await load(`markdown: { components: { ${components} } }`)).findings
        .map(({ message }) => message)
        .join('\n')
    expect(await said(`badge: { kinds: ['inline'], render: () => '' }`)).toBe(
      '`markdown.components.badge` of the plugin is the name of a built-in component; use a different name.',
    )
    expect(await said(`own: { kinds: ['inline'] }`)).toContain(
      '`markdown.components.own.render` of the plugin',
    )
  })

  it('cannot change what it receives; its trees may lack keys', async () => {
    const changing = `box: { kinds: ['container'], render: (props, children) => { children[1].tagName = 'b'; return children } }`
    expect(placed(await parseComponents(changing, '::: box\na\n:::'))[0]).toMatch(
      /plugins\/failed .*read only/,
    )
    const some = `box: { kinds: ['container'], render: (props, [, first]) => ({ type: 'element', tagName: 'div', children: [{ type: 'element', tagName: 'hr' }, ...first.children] }) }`
    const page = await parseComponents(some, '::: box\n[a](./x.md) `b`\n:::')
    expect(page.html).toMatch(/<div><hr><a href="[^"]*">a<\/a> <code>b<\/code><\/div>/)
    const broken = `box: { kinds: ['container'], render: () => ({ type: 'element', tagName: 'p', children: 'x' }) }`
    expect(placed(await parseComponents(broken, '::: box\na\n:::'))).toEqual([
      '3:1 plugins/result The plugin `demo` returned an invalid value from `markdown.components.box` on `content/dir/page.md`: `children` of the `element` node must be a list.',
    ])
  })

  it('no two plugins have one of a name', async () => {
    const text = (name: string) =>
      pluginText(name, `markdown: { components: { same: { kinds: ['inline'], render: () => '' } } }`)
    for (const name of ['first', 'second']) site.write(`${name}.ts`, text(name))
    const { findings } = await site.load('./first.ts', './second.ts')
    expect(placed({ findings } as ParsedPage)).toEqual([
      '1:1 plugins/definition The plugin `first` also defines a component `same`.',
    ])
  })
})
