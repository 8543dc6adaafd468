import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headingsBelow, readOracle } from './moving/sites.ts'
import { DOCUSAURUS_SITE } from './moving/docusaurus-site.ts'
import { createFolder, type RunResult, type TestSite } from './site.ts'

describe('a site of Docusaurus 3', () => {
  let site: TestSite
  let init: RunResult
  let build: RunResult

  beforeAll(async () => {
    site = createFolder(DOCUSAURUS_SITE)
    init = await site.run(['init', '--from', 'docusaurus'])
    build = await site.run(['build'])
  })
  afterAll(() => site.remove())

  test('builds at once, and its links lead to pages', () => {
    expect(init.stderr).not.toContain('internal error')
    expect([init.code, build.code]).toEqual([0, 0])
    expect([...new Set(build.stderr.match(/ (?:error|warning) [a-z]+\/[a-z-]+/g))]).toEqual([
      ' warning markdown/unknown-component',
    ])
  })

  test('keeps every address and every heading id', () => {
    const oracle = readOracle('docusaurus')
    expect(Object.keys(oracle)).toHaveLength(54)
    const documentAt = (address: string) => {
      const names = [`dist${address}.html`, `dist${address}/index.html`]
      const present = names
        .filter(name => existsSync(path.join(site.root, name)))
        .map(name => site.read(name))
      return present.find(html => !html.includes('http-equiv="refresh"')) ?? present[0]
    }
    const found = Object.keys(oracle).map(address => {
      const html = documentAt(address)
      // Translated pages of old versions have moved: a document leads there.
      const [, moved] = /url=\/kettle(\/docs\/0\.9\/fr\/[^"]*)/.exec(html ?? '') ?? []
      const shown = moved === undefined ? html : documentAt(moved)
      return [address, shown === undefined ? 'lost' : headingsBelow(shown)]
    })
    expect(Object.fromEntries(found)).toEqual(oracle)
    // Without `trailingSlash`, files were in folders: that form leads there still.
    expect(site.read('dist/nginx-redirects.conf')).toContain('location = "/kettle/docs/start/"')
  })

  test('makes old versions sites of their own, with menus to the same page and links to the others', async () => {
    expect(site.read('site.config.ts')).toContain(
      "versions: [{ id: '1.0' }, { id: '0.9', path: '/docs/0.9/', from: 'versions/0.9' }],",
    )
    const versionsOf = (file: string) =>
      /<ul id="docsgen-versions"[^]*?<\/ul>/
        .exec(site.read(`dist/${file}.html`))?.[0]
        .match(/(?<=href=")[^"]*/g)
    const pages = [versionsOf('fr/docs/start'), versionsOf('docs/0.9/fr/start')]
    expect(pages).toEqual(Array(2).fill(['/kettle/fr/docs/start', '/kettle/docs/0.9/fr/start']))
    expect(site.read('dist/docs/0.9/start.html')).toContain(
      'rel="canonical" href="https://kettle.example/kettle/docs/start"',
    )
    const page = site.read('versions/0.9/content/alone.md')
    expect(page).toContain(
      '![Icon](/img/icon.svg) [Who](https://kettle.example/kettle/about), [lid](./parts/lid.md)',
    )
    expect(site.read('versions/0.9/site.config.ts')).toContain("docsDir: 'website/versions/0.9/content'")
    expect(existsSync(path.join(site.root, 'dist/docs/0.9/img/icon.svg'))).toBe(true)

    const addresses = Object.keys(readOracle('docusaurus')).map(address => `/kettle${address}`)
    site.write(
      'urls.txt',
      [...addresses, '/kettle/docs/0.9/start#setup', '/kettle/docs/0.9/img/icon.svg'].join('\n'),
    )
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
    const config = site.read('site.config.ts')
    expect(config).toContain("text: { '/': 'Guide', '/fr/': 'Manuel' } }")
    expect(config.match(/^ {6}'\/docs\/.*': \[/gm)).toEqual([
      "      '/docs/next/parts/': [",
      "      '/docs/next/': [",
      "      '/docs/': [",
    ])
    expect(config).toContain("text: { '/': 'Boiling', '/fr/': 'Bouillir' }")
    expect(config).toContain('**Lire**: [Start](/fr/docs/start)')
    expect(config).toContain("docsDir: 'website/content'")
    const french = site.read('dist/fr/docs/next/start.html')
    expect(french).toContain('href="/kettle/fr/docs/next/boiling/water"')
    expect(french).toContain('href="/kettle/fr/docs/next/parts/lid"')
  })

  test('writes pages as Markdown of docsgen, and leaves the originals as they were', () => {
    const page = site.read('content/docs/next/start.md')
    for (const part of [
      'sidebar:\n  label: Begin',
      'next: /docs/next/parts/\n',
      ':::: tabs{sync="shell"}\n\n::: tab Shell\n\n```sh title="run.sh" showLineNumbers {1}\nfill kettle',
      '{#comment-id}',
      '::: warning[Steam]\n\nIt burns.\n\n:::',
      '<!--@include: ./_note.md-->',
    ])
      expect(page).toContain(part)
    expect(page).not.toMatch(/import |not for readers/)
    expect(site.read('content/docs/boiling/Steam.md')).toContain('::link-card[Water]{href="./water.md"')
    expect(site.read('content/docs/boiling/water.md')).toContain('# Water {#_top}\n\n## Water\n')
    expect(site.read('content/README.md')).toContain('tagline: Boils water')
    for (const [file, text] of Object.entries(DOCUSAURUS_SITE))
      expect(readFileSync(path.join(site.root, file), 'utf8')).toBe(text)
  })

  test('names what it leaves out by file and line', () => {
    for (const said of [
      "The component `<Burner>` (`@site/src/Burner`) isn't imported: docs/start.mdx:62, versioned_docs/version-1.0/start.mdx:62, versioned_docs/version-0.9/start.mdx:62.",
      '`{…}` is shown as it stands, not evaluated: docs/start.mdx:40',
      'The menu entry `Gone` (`/gone`) leads to no page',
      "The style sheet `src/css/own.css` isn't imported",
      'The home page was a program',
    ])
      expect(init.stderr).toContain(said)
    expect(init.stderr).toContain("(`slugs: 'github'`): `package.json` has `^3.10.0`")
  })

  test('a second time, nothing is overwritten; without a site, it is said', async () => {
    const again = await site.run(['init', '--from', 'docusaurus'])
    expect(again.code).toBe(2)
    expect(again.stderr).toContain('Nothing was written: `site.config.ts`')
    const none = await site.run(['init', '--from', 'docusaurus', 'static'])
    expect(none.code).toBe(2)
    expect(none.stderr).toContain('There is no `docusaurus.config.ts`')
  })
})

/** What sites have besides: a preset built upon the classic one, packages and files that are not there, redirects. */
const UNUSUAL = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'website/docusaurus.config.js': `import yaml from 'js-yaml'
const names = yaml.load('a: 1').mapping.names
const sponsors = require('./made-before.json')
export default {
  title: 'Kettle', url: 'https://kettle.example', baseUrl: '/kettle/', markdown: { format: 'detect' },
  presets: [['@kettle/preset-classic', { docs: { path: '../docs', routeBasePath: 'docs', sidebarPath: './sidebars.js', exclude: ['README.md'] }, blog: false }]],
  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: ['/old', '/older'], to: '/docs/start' }, { from: '/lost', to: '/gone' }] }]],
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
    'Several pages claim the address of `content/docs/twice/README.md`: the first was taken.',
    'The package `js-yaml` is not installed',
    'The file `./made-before.json` that the configuration reads is not there',
    'The redirect from `/lost` to `/gone` leads to no page',
    'The sidebar’s link `/gone` leads to no page',
    'The home page was a program (`src/pages/index.js`)',
    'What `<Parts>` shows on the home page is left out (src/pages/index.js:10)',
  ])
    expect(init.stderr).toContain(said)
  expect(init.stderr).not.toContain('not evaluated')
  const config = site.read('website/site.config.ts')
  expect(config).toContain("redirects: { '/old': '/docs/start', '/older': '/docs/start' }")
  expect(config).toContain("{ text: 'Again', link: '/docs/start' }")
  expect(site.read('website/content/README.md')).toContain(
    'actionText: Start in 5 min\nactionLink: /docs/start\n',
  )
  const build = await site.run(['build', 'website'])
  expect(build.stderr).not.toMatch(/ (?:error|warning) /)
  expect(build.code).toBe(0)
  site.remove()
})
