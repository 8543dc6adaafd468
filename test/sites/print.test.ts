import { expect, it } from 'vitest'
import { scanAllTags, scanTags } from '../../src/lib/html.ts'
import { createTestSite, listFiles } from './site.ts'

const config = (extra: string) => `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Printed',
  url: 'https://docs.example.org',
  base: '/docs/',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/ja/': { lang: 'ja', label: '日本語' } },
  theme: { sidebar: [{ text: 'Guide', items: ['/guide/second.html', '/guide/first.html'] }] },
  ${extra}
})
`
const LINKS =
  'See [first](./first.md#use), [home](../README.md), [whole](/print.html), [logo](/logo.svg), [here](#use).'
const SAMPLE = '::: tip\nA tip.\n:::\n\n```js\nconst a = 1\n```\n\n::: details More\nHidden.\n:::\n'

const site = createTestSite({
  'site.config.ts': config('print: true'),
  'public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/README.md': '---\nhome: true\ntagline: Hello\n---\n',
  'content/_parts/shared.md': 'Shared words of a part.\n\n## Heading\n\nZebras.\n',
  'content/_parts/other.md': '# Other\n\n[broken](./nowhere.md)\n',
  'content/later.md': '---\ndraft: true\n---\n\n# Later\n\n<!--@include: ./nowhere.md-->\n',
  'content/guide/first.md': `# First\n\n## Use\n\n${SAMPLE}`,
  'content/guide/second.md': `# Second\n\n## Use\n\n${LINKS}\n`,
  'content/guide/other.md':
    '# Other\n\n[Hidden](./hidden.md)\n\n<!--@include: ../_parts/shared.md-->\n\n:::: tabs\n::: tab One\nfirst\n:::\n::: tab Two\nsecond\n:::\n::::\n',
  'content/guide/hidden.md': '---\nunlisted: true\n---\n# Hidden\n\nXylophones.\n',
  'content/ja/README.md': '# ホーム\n',
  'content/ja/guide/first.md': '# 最初\n\n[次](./second.md)\n',
})
const built = await site.run(['build'])

const valuesOf = (html: string, name: string) =>
  scanTags(html).flatMap(({ attributes }) =>
    attributes.filter(each => each.name === name).map(({ value }) => value),
  )

it('has every page once, in the order of the sidebar, with ids that are unique and links that lead somewhere', () => {
  expect(built).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/ (?:error|warning) /) })
  const html = site.read('dist/print.html')
  const titles = [...html.matchAll(/<h1[^>]*>([^<]*)/g)].map(match => match[1]?.trim())
  expect(titles).toEqual(['Home', 'Second', 'First', 'Other'])
  const ids = valuesOf(html, 'id')
  expect(new Set(ids).size).toBe(ids.length)
  const links = valuesOf(html, 'href').filter(href => href.startsWith('#'))
  expect(links.map(href => href.slice(1)).filter(id => !ids.includes(id))).toEqual([])
  expect(html).toContain(
    'See <a href="#p3-use">first</a>, <a href="#p1">home</a>, <a href="/docs/print.html">whole</a>',
  )
  expect(html).toContain('<a href="/docs/logo.svg">logo</a>, <a href="#p2-use">here</a>')
  expect(html).toContain(
    '<li>Guide<ul><li><a href="#p2">Second</a></li><li><a href="#p3">First</a></li></ul></li>',
  )
  expect(html).toMatch(/<details open[^]*Hidden/)
  expect(html).not.toContain('<script')
  expect(html).toContain('<meta name="robots" content="noindex">')
  const open = scanAllTags(html).filter(({ name, closes }) => name === 'article' && !closes)
  expect(open).toHaveLength(4)
})

it('a language has its own, with fallbacks for the pages that it lacks', () => {
  const html = site.read('dist/ja/print.html')
  expect([...html.matchAll(/<article [^>]*>/g)].map(String)).toEqual([
    '<article id="p1" class="content" lang="ja">',
    '<article id="p2" class="content" lang="en-US" dir="ltr">',
    '<article id="p3" class="content" lang="ja">',
    '<article id="p4" class="content" lang="en-US" dir="ltr">',
  ])
  expect(html).toContain('<a href="#p2">次</a>')
})

it('drafts and partials are not pages and are not read as such; the summary counts drafts', () => {
  const pages = Object.keys(site.hashes('dist')).filter(name =>
    /^(?!.*(?:404|print|search)\.html).*\.html$/.test(name),
  )
  const english = ['guide/first', 'guide/hidden', 'guide/other', 'guide/second', 'index']
  expect(pages.filter(name => !name.startsWith('ja/'))).toEqual(english.map(name => `${name}.html`))
  expect(site.read('dist/guide/other.html')).toContain('Shared words of a part.')
  expect(built.stderr).toContain('drafts  1 skipped')
})

it('an unlisted page is built, and is in no sidebar, sitemap or search index', () => {
  expect(site.read('dist/guide/hidden.html')).toContain('Xylophones.')
  expect(site.read('dist/guide/first.html') + site.read('dist/sitemap.xml')).not.toContain('hidden.html')
  const search = listFiles(`${site.output}/assets/search`)
    .map(name => site.read(`dist/assets/search/${name}`))
    .join('')
  for (const words of ['Shared words of a part.', 'Zebras']) expect(search).toContain(words)
  expect(search).not.toContain('Xylophon')
})

it('is in no sitemap, pack or worker, and nothing else changes', async () => {
  const isPrint = (name: string) => /print(?:-page\.\w+)?\.(?:html|css)$/.test(name)
  const files = site.hashes('dist')
  expect(Object.keys(files).filter(isPrint)).toHaveLength(3)
  for (const name of ['sitemap.xml', 'service-worker.js'])
    expect(site.read(`dist/${name}`)).not.toContain('print')
  site.write('site.config.ts', config(''))
  expect((await site.run(['build', '--out-dir', 'without', '--no-strict-links'])).code).toBe(0)
  const { '.docsgen.json': _manifest, ...without } = site.hashes('without')
  const same = Object.entries(files).filter(([name]) => name !== '.docsgen.json' && !isPrint(name))
  expect(Object.fromEntries(same)).toEqual(without)
})

it('a public file at its address is an error', async () => {
  site.write('site.config.ts', config('print: true'))
  site.write('public/ja/print.html', '<p>Own</p>')
  const { code, stderr } = await site.run(['build'])
  expect(code).toBe(1)
  expect(stderr).toContain(
    'public/ja/print.html:1:1 error routes/reserved The URL `/ja/print.html` is reserved for a print version (`print: true`).',
  )
})
