import { afterAll, expect, it } from 'vitest'
import type { ParsedPage } from '../../src/schema/page.ts'
import { createPluginSite, pluginText } from '../unit/plugins/plugin-site.ts'

const site = createPluginSite()
afterAll(() => site.remove())

/** Loads a plugin with these components. */
async function load(name: string, components: string) {
  site.write(
    `${name}.ts`,
    `import * as z from 'zod'\nconst used = z\n${pluginText(name, `markdown: { components: { ${components} } }`)}`,
  )
  return site.load(`./${name}.ts`)
}

async function parse(name: string, components: string, body: string): Promise<ParsedPage> {
  const loaded = await load(name, components)
  expect(loaded.findings).toEqual([])
  return site.parse(loaded, `# T\n\n${body}`)
}

const told = ({ findings }: Pick<ParsedPage, 'findings'>) =>
  findings.map(({ place, rule, message }) => `${place?.line}:${place?.column} ${rule} ${message}`)

const METER = `meter: {
  kinds: ['inline', 'container'],
  label: 'title',
  texts: ['title'],
  props: z.strictObject({ title: z.string(), value: z.number().default(1) }),
  render: ({ title, value }, children, { lang }) => [{ type: 'element', tagName: 'section', properties: { className: ['meter'], lang }, children: [{ type: 'text', value: title + value }, ...children] }],
}`

it('a component of a plugin is written like any other, by directive and by element', async () => {
  const body = '::: meter [A]{value=2}\n\n## B\n\n:::\n\n<Meter title="C" />'
  const page = await parse('meters', METER, body)
  expect(page.html).toMatch(/<section class="meter" lang="en-US">A2\s*<h2 id="b">/)
  expect(page.html).toContain('C1')
  expect(page.sections.map(({ text }) => text)).toEqual(['A', 'C'])
  expect(page).not.toHaveProperty('parts')
  expect(told(page)).toEqual([])
  const inLine = await parse('meters', METER, 'a :meter[B]')
  expect(inLine.html).toContain('<p>a <section class="meter" lang="en-US">B1</section></p>')
  expect(told(await parse('meters', METER, ':meter[A]{vlaue=2}'))).toEqual([
    '3:11 markdown/attribute `vlaue` is not an attribute of `meter`; it is left out.',
  ])
})

it('what it returns as text is HTML; what it throws, or returns instead, is an error at its place', async () => {
  const page = await parse(
    'texts',
    `bold: { kinds: ['inline'], render: () => '<b class="x">y</b>' }`,
    ':bold[a]',
  )
  expect(page.html).toContain('<p><b class="x">y</b></p>')
  const failing = await parse(
    'fails',
    `bad: { kinds: ['block'], render() { throw new Error('no luck') } }`,
    '::bad',
  )
  expect(told(failing)[0]).toMatch(/plugins\/failed .*`markdown\.components\.bad` ran on .*: no luck\.$/)
  const wrong = await parse('wrongs', `odd: { kinds: ['block'], render: () => 1 }`, 'a\n\n::odd')
  expect(told(wrong)[0]).toMatch(/^5:1 plugins\/result .*it must be a text, a tree, or a list of trees\.$/)
})

it('its links and pictures are checked and put in their places, in text and in trees', async () => {
  const link = `{ type: 'element', tagName: 'a', properties: { href: './x.md' }, children }`
  const components = `
    shot: { kinds: ['block'], render: () => '<a href="/y.html"><img src="./z.png"></a>' },
    box: { kinds: ['container'], render: (props, children) => [${link}] },`
  const page = await parse('linked', components, '::: box\n[a](./w.md)\n:::\n\n::shot')
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

it('its name is none of docsgen, and what it is is checked', async () => {
  const said = async (components: string) =>
    (await load('doubles', components)).findings.map(({ message }) => message).join('\n')
  expect(await said(`badge: { kinds: ['inline'], render: () => '' }`)).toBe(
    '`markdown.components.badge` of the plugin: must have another name: docsgen has a component of this one.',
  )
  expect(await said(`own: { kinds: ['inline'] }`)).toContain('`markdown.components.own.render` of the plugin')
})

it('what it is given cannot be changed, and trees need not be whole', async () => {
  const changing = `box: { kinds: ['container'], render: (props, children) => { children[1].tagName = 'b'; return children } }`
  expect(told(await parse('changing', changing, '::: box\na\n:::'))[0]).toMatch(/plugins\/failed .*read only/)
  const some = `box: { kinds: ['container'], render: (props, [, first]) => ({ type: 'element', tagName: 'div', children: [{ type: 'element', tagName: 'hr' }, ...first.children] }) }`
  const page = await parse('some', some, '::: box\n[a](./x.md) `b`\n:::')
  expect(page.html).toMatch(/<div><hr><a href="[^"]*">a<\/a> <code>b<\/code><\/div>/)
  const broken = `box: { kinds: ['container'], render: () => ({ type: 'element', tagName: 'p', children: 'x' }) }`
  expect(told(await parse('broken', broken, '::: box\na\n:::'))).toEqual([
    '3:1 plugins/result The plugin `broken` returned an invalid value from `markdown.components.box` on `content/dir/page.md`: `children` of a node `element` must be a list.',
  ])
})

it('no two plugins have one of a name', async () => {
  const text = (name: string) =>
    pluginText(name, `markdown: { components: { same: { kinds: ['inline'], render: () => '' } } }`)
  for (const name of ['first', 'second']) site.write(`${name}.ts`, text(name))
  const { findings } = await site.load('./first.ts', './second.ts')
  expect(told({ findings })).toEqual([
    '1:1 plugins/definition The plugin `first` also has a component `same`.',
  ])
})
