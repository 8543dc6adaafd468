import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUSAURUS_SITE } from './moving/docusaurus-site.ts'
import { configOf, headingsOf, readOracle } from './moving/sites.ts'
import { STARLIGHT_SITE } from './moving/starlight-site.ts'
import { createFolder, type RunResult, type TestSite } from './site.ts'

let site: TestSite
let init: RunResult

/** Imports a site before the tests, the first of which are of every generator: it builds, and keeps addresses and ids. */
function testMoved(generator: string, files: Record<string, string>, count: number): void {
  let build: RunResult
  beforeAll(async () => {
    site = createFolder(files)
    init = await site.run(['init', '--from', generator])
    build = await site.run(['build'])
  })
  afterAll(() => site.remove())

  test('builds at once, its links lead to pages, and the originals are as they were', () => {
    expect(init.stderr).not.toContain('internal error')
    expect([init.code, build.code]).toEqual([0, 0])
    expect([...new Set(build.stderr.match(/ (?:error|warning) [a-z]+\/[a-z-]+/g))]).toEqual([
      ' warning markdown/unknown-component',
    ])
    for (const [file, text] of Object.entries(files)) expect(site.read(file)).toBe(text)
  })

  test('keeps every address and every heading id', () => {
    const oracle = readOracle(generator)
    expect(Object.keys(oracle)).toHaveLength(count)
    const documentAt = (address: string) => {
      const names = [`dist${address}.html`, path.join('dist', address, 'index.html')]
      const present = names.filter(name => existsSync(path.join(site.root, name))).map(site.read)
      return present.find(html => !html.includes('http-equiv="refresh"')) ?? present[0]
    }
    const found = Object.keys(oracle).map(address => {
      const html = documentAt(address)
      // Translated pages of old versions have moved: a document leads there.
      const [, moved] = /url=\/kettle(\/docs\/0\.9\/fr\/[^"]*)/.exec(html ?? '') ?? []
      const shown = headingsOf((moved === undefined ? html : documentAt(moved)) ?? 'lost')
      return [address, shown.filter(heading => !heading.startsWith('1'))]
    })
    expect(Object.fromEntries(found)).toEqual(oracle)
  })
}

/** Expects parts of a file that was written. */
function expectParts(file: string, parts: readonly string[]): void {
  for (const part of parts) expect(site.read(file)).toContain(part)
}

describe('a site of Docusaurus 3', () => {
  testMoved('docusaurus', DOCUSAURUS_SITE, 54)

  test('makes old versions sites of their own, with menus to the same page and links to the others', async () => {
    expect(configOf(site).versions).toEqual([
      { id: '1.0' },
      { id: '0.9', path: '/docs/0.9/', from: 'versions/0.9' },
    ])
    const versionsOf = (file: string) =>
      /<ul id="docsgen-versions"[^]*?<\/ul>/
        .exec(site.read(`dist/${file}.html`))?.[0]
        .match(/(?<=href=")[^"]*/g)
    const pages = [versionsOf('fr/docs/start'), versionsOf('docs/0.9/fr/start')]
    expect(pages).toEqual(Array(2).fill(['/kettle/fr/docs/start', '/kettle/docs/0.9/fr/start']))
    expectParts('dist/docs/0.9/start.html', [
      'rel="canonical" href="https://kettle.example/kettle/docs/start"',
    ])
    expectParts('versions/0.9/content/alone.md', [
      '![Icon](/img/icon.svg) [Who](https://kettle.example/kettle/about), [lid](./parts/lid.md)',
    ])
    expectParts('versions/0.9/site.config.ts', ["docsDir: 'website/versions/0.9/content'"])
    expectParts('versions/0.9/content/start.md', ['next: /parts/\n'])
    expectParts('content/about.md', ['prev: false\n'])
    expect(existsSync(path.join(site.root, 'dist/docs/0.9/img/icon.svg'))).toBe(true)
    // Without `trailingSlash`, files were in folders: that form leads there still.
    expectParts('dist/nginx-redirects.conf', ['location = "/kettle/docs/start/"'])

    const addresses = Object.keys(readOracle('docusaurus')).map(address => `/kettle${address}`)
    const more = ['/kettle/docs/0.9/start#setup', '/kettle/docs/0.9/img/icon.svg']
    site.write('urls.txt', [...addresses, ...more].join('\n'))
    expect(await site.run(['check', '--urls', 'urls.txt'])).toMatchObject({ code: 0 })
    site.write('urls.txt', '/kettle/docs/0.9/gone\n/kettle/fr/docs/0.9/start#gone\n/kettle/docs/0.9/gone.svg')
    const { stderr, stdout } = await site.run(['check', '--urls', 'urls.txt'])
    expect((stderr + stdout).match(/urls\.txt:\d+:1 error [\w/-]+/g)).toEqual([
      'urls.txt:1:1 error routes/lost-address',
      'urls.txt:2:1 error routes/lost-anchor',
      'urls.txt:3:1 error routes/lost-address',
    ])
  })

  test('keeps menus, sidebars of each version and the footer, in both languages', () => {
    const { sidebar, docsDir } = configOf(site).theme ?? {}
    expect(Object.keys(sidebar ?? {})).toEqual(['/docs/next/parts/', '/docs/next/', '/docs/'])
    expect(docsDir).toBe('website/content')
    expectParts('site.config.ts', [
      "text: { '/': 'Guide', '/fr/': 'Manuel' } }",
      "text: { '/': 'Boiling', '/fr/': 'Bouillir' }",
      '**Lire**: [Start](/fr/docs/start)',
    ])
    expectParts('dist/fr/docs/next/start.html', [
      'href="/kettle/fr/docs/next/boiling/water"',
      'href="/kettle/fr/docs/next/parts/lid"',
    ])
  })

  test('writes pages as Markdown of docsgen', () => {
    expectParts('content/docs/next/start.md', [
      'sidebar:\n  label: Begin',
      'next: /docs/next/parts/\n',
      ':::: tabs{sync="shell"}\n\n::: tab Shell\n\n```sh title="run.sh" showLineNumbers {1}\nfill kettle',
      '{#comment-id}',
      '::: warning[Steam]\n\nIt burns.\n\n:::',
      '<!--@include: ./_note.md-->',
    ])
    expect(site.read('content/docs/next/start.md')).not.toMatch(/import |not for readers/)
    expectParts('content/docs/boiling/Steam.md', ['::link-card[Water]{href="./water.md"'])
    expectParts('content/docs/boiling/water.md', ['# Water {#_top}\n\n## Water\n'])
    expectParts('content/README.md', ['tagline: Boils water'])
  })

  test('names what it leaves out by file and line', () => {
    for (const said of [
      "The component `<Burner>` (`@site/src/Burner`) wasn't imported: docs/start.mdx:62, versioned_docs/version-1.0/start.mdx:62, versioned_docs/version-0.9/start.mdx:62.",
      "`{…}` isn't evaluated and is shown as text: docs/start.mdx:40",
      "The menu entry `Gone` (`/gone`) wasn't imported: its target isn't an imported page",
      "The style sheet `src/css/own.css` wasn't imported",
      'is a React component, so only its title, tagline and first button were imported',
      "(`slugs: 'github'`)",
      'Translated pages of old versions have new URLs: `/fr/docs/',
    ])
      expect(init.stderr).toContain(said)
  })
})

describe('a site of Starlight', () => {
  testMoved('starlight', STARLIGHT_SITE, 10)

  test('keeps languages, the sidebar with its translations, and the home page', () => {
    expect(configOf(site).theme).toMatchObject({
      docsDir: 'docs/content',
      sidebar: [
        {
          text: { '/': 'Guides', '/zh-cn/': '指南' },
          items: [{ badge: { text: 'New', type: 'warning' } }, '/guides/parts/', { text: 'Elsewhere' }],
        },
        { items: ['/reference/one/', '/reference/second-one/'] },
      ],
    })
    expectParts('content/README.md', ['heroImage: /images/kettle.svg'])
    expectParts('content/guides/parts.md', ['[boiling](./boil.md)'])
  })

  test('writes components of Starlight as those of docsgen, and names the others by line', () => {
    expectParts('content/guides/boil.md', [
      'outline: false',
      '# Boil \\*it\\* {#_top}',
      ':::: tabs{sync="shell"}',
      '::: caution[Steam]',
      '::: steps\n\n1. Fill',
      '::: card[Water]{icon="edit"}',
      '::link-card[Parts]{href="/guides/parts/" description="All of them"}',
      ':badge[new]{type="danger"}',
      '[Go on](./parts.md#lid) :icon[star]',
    ])
    expect(init.stderr).toContain('src/content/docs/guides/boil.mdx:51.')
    expect(init.stderr).toContain("Style sheets (`customCss`) weren't imported: `./src/own.css`.")
    expect(site.read('dist/guides/boil/index.html')).toMatch(/<h1[^>]* id="_top"/)
  })
})

/** Further parts of sites: a preset built upon the classic one, packages and files that are not there, redirects. */
const UNUSUAL = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'website/docusaurus.config.js': `import yaml from 'js-yaml'
const names = yaml.load('a: 1').mapping.names
const sponsors = require('./made-before.json')
export default {
  title: 'Kettle', url: 'https://kettle.example', baseUrl: '/kettle/', markdown: { format: 'detect' },
  presets: [['@kettle/preset-classic', { docs: { path: '../docs', routeBasePath: 'docs', sidebarPath: './sidebars.js', exclude: ['README.md'] }, blog: false }]],
  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: ['/old', '/older'], to: '/docs/start' }, { from: '/lost', to: '/gone' }] }], ['@docusaurus/plugin-pwa', { offlineModeActivationStrategies: ['always'] }]],
  customFields: { names: Object.keys(names), sponsors: [...sponsors] },
}
`,
  'website/src/pages/index.js': `import Link from '@docusaurus/Link'
import Parts from '@site/src/content/components/Parts'
import styles from './index.module.css'
export default () => (
  <main className={styles.main}>
    <Link className="button" to="https://elsewhere.example">Elsewhere</Link>
    <Link className="button" to="/kettle/docs/start">
      Start in 5 min
    </Link>
    <Parts />
  </main>
)
`,
  'website/sidebars.js':
    "module.exports = { all: ['index', 'start', { type: 'link', label: 'Again', href: '/kettle/docs/start' }, { type: 'link', label: 'Gone', href: '/gone' }] }\n",
  'docs/README.md': '# About this folder\n',
  'docs/index.md': '# Kettle\n\nGo {there}.\n',
  'docs/start.md': '# Start\n',
  'docs/twice.md': '# Twice\n',
  'docs/twice/index.md': '# Twice\n',
}

test('an unusual site of Docusaurus builds at once, too', async () => {
  const site = createFolder(UNUSUAL)
  const init = await site.run(['init', 'website', '--from', 'docusaurus'])
  expect(init.code, init.stderr).toBe(0)
  for (const said of [
    'Several pages have the same URL as `content/docs/twice/README.md`. Only the first one was imported.',
    "The package `js-yaml` isn't installed",
    "The configuration imports `./made-before.json`, which doesn't exist",
    "The redirect from `/lost` to `/gone` wasn't imported: its target isn't an imported page",
    "The sidebar link `/gone` wasn't imported: its target isn't an imported page",
    'The home page (`src/pages/index.js`) is a React component',
  ])
    expect(init.stderr).toContain(said)
  expect(init.stderr).not.toContain('not evaluated')
  const config = site.read('website/site.config.ts')
  expect(config).toContain("offline: { retire: ['/sw.js'] }")
  expect(init.stderr).not.toContain('plugin-pwa')
  expect(config).toContain("redirects: { '/old': '/docs/start', '/older': '/docs/start' }")
  expect(config).toContain("{ text: 'Again', link: '/docs/start' }")
  expect(site.read('website/content/README.md')).toContain(
    'actionText: Start in 5 min\nactionLink: /docs/start\n',
  )
  const build = await site.run(['build', 'website'])
  expect(build.stderr).not.toMatch(/ (?:error|warning) /)
  expect(build.code).toBe(0)
})
