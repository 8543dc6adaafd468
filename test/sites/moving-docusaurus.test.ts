import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOracle, headingsOf } from './moving/oracle.ts'
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
    expect(Object.keys(oracle)).toHaveLength(38)
    const found = Object.keys(oracle).map(address => {
      const file = [`dist${address}.html`, `dist${address}/index.html`].find(
        name => existsSync(path.join(site.root, name)) && !site.read(name).includes('http-equiv="refresh"'),
      )
      return [address, file === undefined ? 'lost' : headingsOf(site.read(file))]
    })
    expect(Object.fromEntries(found)).toEqual(oracle)
    // Without `trailingSlash`, files were in folders: that form leads there still.
    expect(site.read('dist/nginx-redirects.conf')).toContain('location = "/kettle/docs/start/"')
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
      'The component `<Burner>` (`@site/src/Burner`) is not taken over: docs/start.mdx:62, versioned_docs/version-1.0/start.mdx:62.',
      '`{…}` is shown as it stands, not evaluated: docs/start.mdx:40',
      'The menu entry `Gone` (`/gone`) leads to no page',
      'The style sheet `src/css/own.css` is not taken over',
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
