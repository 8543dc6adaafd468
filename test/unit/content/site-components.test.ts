import { beforeAll, describe, expect, it } from 'vitest'
import { bundleTheme } from '../../../src/bundle/theme.ts'
import { componentSource, directiveName, nameCollisions } from '../../../src/content/site-components.ts'
import { parsePage } from '../../../src/content/parse.ts'
import { type Plugin, pluginOf } from '../../../src/plugins/run.ts'
import type { ParsedPage } from '../../../src/schema/page.ts'
import { createFolder } from '../../sites/site.ts'
import { createOptions, createSource } from './helpers.ts'

const FILES = {
  'Meter.tsx': `import * as z from 'zod'
import { percent } from './percent.ts'
export const props = z.strictObject({ value: z.number(), maxValue: z.enum({ ten: 10, half: 50, all: 100 }).default(100), unit: z.enum(['m', 's']).optional() })
export default ({ value, maxValue, unit, lang, children }) => <b lang={lang}>{percent(value, maxValue)} {unit}{children}</b>
`,
  'percent.ts': 'export const percent = (part, all) => `${(100 * part) / all} %`\n',
  'Link.tsx': `import * as z from 'zod'
export const props = z.object({ label: z.string() })
export default ({ label }) => <i>{label}</i>
`,
  'Tick.tsx': `import * as z from 'zod'
export const client = 'idle'
export const props = z.object({ at: z.string().transform(text => new Date(text)).optional() })
export default ({ children }) => <u>tick {children}</u>
`,
  'Twice.tsx': 'export default ({ children }) => <div>{children}{children}</div>\n',
  'Styled.tsx': `export default () => <em style={{ color: 'red' }}>red</em>\n`,
  'Wide.tsx': 'export default () =>\n  <em>{window.innerWidth}</em>\n',
  'Shot.tsx': `export default ({ children }) =>
  <p><a href="/guide/#a&b">{children}</a> <img src="./shot.png" srcSet="a.png 1x, /b.png 2x" alt="" /> <a href="https://example.org/">x</a></p>
`,
  'Live.tsx': `export const client = 'load'
export default () => <p><a href="/guide/">a</a><img src="./shot.png" alt="" /></p>
`,
  'Wrong.tsx': 'export default () => <em>{new Date()}</em>\n',
}

const state = {} as { root: string; plugin: Plugin; files: Record<string, string> }

/** A folder of a site with these files in `templates/markdown/`. */
function createRoot(files: Record<string, string>): string {
  const named = Object.entries(files).map(([name, text]) => [`templates/markdown/${name}`, text])
  return createFolder(Object.fromEntries(named)).root
}

async function bundle(files: Record<string, string>): ReturnType<typeof bundleTheme> {
  const root = createRoot(files)
  return bundleTheme(root, root)
}

beforeAll(async () => {
  state.root = createRoot(FILES)
  const { theme, findings } = await bundleTheme(state.root, state.root)
  expect([...findings, ...(theme?.findings ?? [])]).toEqual([])
  if (!theme?.components) throw new Error('There are no components.')
  state.files = theme.components.files
  state.plugin = pluginOf(componentSource(theme.components, state.root))
}, 60_000)

function parse(body: string): ParsedPage {
  const options = createOptions({ plugins: [state.plugin.source.hash] })
  return parsePage(createSource(`# T\n\n${body}`), options, [state.plugin])
}

const htmlOf = (body: string) => parse(body).html.replace(/^.*<\/h1>\n/, '')
const found = (body: string) =>
  parse(body).findings.map(
    ({ place, rule, message, hint }) =>
      `${place?.file}:${place?.line}:${place?.column} ${rule} ${message}${hint ? ` ${hint}` : ''}`,
  )

describe('a component of the site', () => {
  it.each([
    [':meter[x]{value=5}', '<p><b lang="en-US">5 % x</b></p>'],
    ['a <Meter value="5" maxValue="10" unit="m">x</Meter>', '<p>a <b lang="en-US">50 % mx</b></p>'],
    ['<Meter value="5" max-value="10"/>', '<b lang="en-US">50 % </b>'],
    ['::meter{value=5 maxValue=50}', '<b lang="en-US">10 % </b>'],
    ['::: meter {value=5}\na\n:::', '<b lang="en-US">5 % \n<p>a</p>\n</b>'],
    ['::link[A <b>]', '<i>A &lt;b&gt;</i>'],
    ['::wide-', '<p>::wide-</p>'],
  ])('%j', (body, html) => {
    expect(htmlOf(body)).toBe(html)
    expect(found(body)).toEqual([])
  })

  it('as an island has its attributes with it, and what it does not show yet', () => {
    const data =
      '{&#x22;name&#x22;:&#x22;Tick&#x22;,&#x22;id&#x22;:&#x22;tick-1&#x22;,&#x22;props&#x22;:{&#x22;lang&#x22;:&#x22;en-US&#x22;}}'
    expect(htmlOf(':tick[a]')).toBe(
      `<p><span data-island="${data}"><u>tick <span data-children="">a</span></u></span></p>`,
    )
    expect(parse(':tick[a]').parts).toEqual(['island Tick', 'islands'])
    expect(parse(':link[a]').parts).toBeUndefined()
  })

  it('has its links and pictures checked and put in their places, those of an island checked', () => {
    const { html, links, findings } = parse('::: shot\n[b](../c.md)\n:::')
    expect(findings).toEqual([])
    expect(links.map(({ kind, type, target, hash }) => [kind, type, target + hash])).toEqual([
      ['link', 'page', '/c.html'],
      ['link', 'page', '/guide/#a&b'],
      ['image', 'asset', 'content/dir/shot.png'],
      ['image', 'asset', 'content/dir/a.png'],
      ['image', 'asset', '/b.png'],
      ['link', 'external', 'https://example.org/'],
    ])
    expect(links[1]?.place).toEqual({ file: 'content/dir/page.md', line: 3, column: 1 })
    expect(html.replaceAll('\0', '|')).toContain(
      '</h1>\n<p><a href="|1|">\n<p><a href="|0|">b</a></p>\n</a> <img src="|2|" srcset="|3| 1x, |4| 2x" alt=""/> <a href="https://example.org/">x</a></p>',
    )
    const live = parse('::live')
    expect(live.findings.map(({ rule }) => rule)).toEqual(['markdown/component-html'])
    expect(live.links.map(({ url, kept }) => `${url} ${kept}`)).toEqual(['/guide/ true', './shot.png true'])
    expect(live.html).toContain('<a href="/guide/">a</a><img src="./shot.png" alt=""/>')
  })

  it('says what search finds, in the section that it stands in, and what a title is', () => {
    const more = '## B :meter[in]{value=1}\n\nText.\n\n::meter{value=7}\n\n## C *:meter{value=2}*'
    const { sections, headings } = parse(`:meter[x]{value=5}\n\n${more}`)
    expect(sections.map(({ text }) => text)).toEqual(['x\n5 %', 'Text.\n1 %\n7 %', '2 %'])
    expect(headings.map(({ id, title }) => `${id}: ${title}`)).toEqual(['t: T', 'b-in: B in', 'c-: C 2 %'])
  })
})

it('notes what the policy of the site may block, once for a component', () => {
  const place = { file: 'content/dir/page.md', line: 3, column: 1 }
  const use = { directive: 'style-src', url: "'unsafe-inline'", maker: 'the component `<Styled>`', place }
  expect(parse('::styled\n\n::styled').made).toEqual([use])
})

describe('what is wrong with', () => {
  const html = 'content/dir/page.md:3:1 markdown/component-html'

  it.each([
    [
      ':meter{value=a}',
      "content/dir/page.md:3:8 markdown/attribute `value` of `meter` can't be `a`. Write a number.",
    ],
    [
      '::tick{at=2020-01-01}',
      `${html} \`props.at\` of the island \`<Tick>\` can't be represented in JSON, so it can't be passed to the browser. \`props\` may only contain strings, numbers, booleans, and arrays or objects of them.`,
    ],
    [
      '::: twice\na\n:::',
      `${html} \`<Twice>\` renders its children more than once, but they can only appear once on the page. Use \`{children}\` only once.`,
    ],
    [
      ':twice[a]{}',
      `${html} \`<Twice>\` is used inline, but returns a block element, \`<div>\`. Write it as a block (\`::twice\`), or return a \`<span>\` from the component.`,
    ],
    [
      '::wide',
      'templates/markdown/Wide.tsx:2:8 templates/failed The component `<Wide>` failed on `content/dir/page.md`: `window` only exists in browsers. Templates also run during the build. Use `window` in `useEffect` or an event handler, which only run in the browser.',
    ],
  ])('%j', (body, message) => {
    expect(found(body)[0]?.replace('Wide.tsx:2:17', 'Wide.tsx:2:8')).toBe(message)
  })

  it('what React refuses, at the component in the page', () => {
    expect(found('Text :wrong{}')[0]).toMatch(
      /^content\/dir\/page\.md:3:6 templates\/failed The component `<Wrong>` failed on `content\/dir\/page\.md`: React can't render an object or a date/,
    )
  })

  it('the names of files, and what they export', async () => {
    const { theme, findings } = await bundle({
      'lower.tsx': 'export default () => null\n',
      'NoDefault.tsx': 'export const NoDefault = () => null\n',
      'NoSchema.tsx': 'export const props = { a: 1 }\nexport default () => null\n',
      'NoTime.tsx': `export const client = 'visibel'\nexport default () => null\n`,
      [`${'L'.repeat(25)}.tsx`]: 'export default () => null\n',
      'Good.test.tsx': 'throw new Error()\n',
    })
    expect(theme).toBeUndefined()
    expect(findings.map(({ rule, place, message }) => `${rule} ${place?.file} ${message}`)).toEqual([
      "templates/component templates/markdown/LLLLLLLLLLLLLLLLLLLLLLLLL.tsx `LLLLLLLLLLLLLLLLLLLLLLLLL` isn't a valid component name.",
      "templates/component templates/markdown/lower.tsx `lower` isn't a valid component name.",
      "templates/component templates/markdown/NoDefault.tsx The file doesn't export a component as its default export.",
      "templates/component templates/markdown/NoSchema.tsx `props` isn't a zod schema.",
      "templates/component templates/markdown/NoTime.tsx `client` can't be `visibel`.",
    ])
  })

  it('a component that imports a style sheet', async () => {
    const text = `import './a.css'\nexport default () => null\n`
    const styled = await bundle({ 'Styled.tsx': text, 'a.css': '' })
    expect(styled.findings).toMatchObject([
      {
        place: { file: 'templates/markdown/Styled.tsx', line: 1, column: 8 },
        message: "Components can't import `./a.css`. Move its rules to `templates/styles/site.css`.",
      },
    ])
  })

  it('names that are taken: by docsgen, by the configuration, by a plugin, by another file', () => {
    const names = 'Badge CodeGroup ClientOnly Tip Theorem Chart ApiTable APITable Free'.split(' ')
    const files = Object.fromEntries(names.map(name => [name, `templates/markdown/${name}.tsx`]))
    const plugin = {
      source: { name: 'charts' },
      markdown: { components: { chart: {} } },
    } as unknown as Plugin
    const config = { markdown: { containers: { theorem: {} } } } as never
    const found = nameCollisions(files, [plugin], config)
    const used = found.map(({ message }) => /^`(:[\w-]+)` .* already used by (.*)\.$/.exec(message)?.slice(1))
    expect(used.map(words => words?.join(' '))).toEqual([
      ':badge a built-in component',
      ':code-group a known HTML element',
      ':client-only a known HTML element',
      ':tip a built-in container',
      ':theorem a container in `markdown.containers`',
      ':chart a component of the plugin `charts`',
      ':api-table `templates/markdown/ApiTable.tsx`',
    ])
    expect(found[0]?.place?.file).toBe('templates/markdown/Badge.tsx')
  })
})

it.each([
  ['ReleaseNote', 'release-note'],
  ['APITable', 'api-table'],
  ['Vue3Demo', 'vue3-demo'],
  ['A', 'a'],
])('the file %s is the directive %s', (file, name) => {
  expect(directiveName(file)).toBe(name)
})
