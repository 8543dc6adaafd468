import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { everythingFiles } from './everything-site.ts'
import { createTestSite, outputOf } from './site.ts'

const site = createTestSite(everythingFiles())

async function build(env?: Record<string, string>): Promise<Record<string, string>> {
  const { code, stderr } = await site.run(['build', '--strict'], env && { env })
  expect(stderr).not.toMatch(/ (?:error|warning) /)
  expect(code).toBe(0)
  return outputOf(site)
}

describe('a site that uses all there is', async () => {
  const first = await build()

  it('shows what plugins add at every stage', () => {
    const page = site.read('dist/all.html').replaceAll('<!-- -->', '')
    const parts = [
      '<ul class="gauges"><li>Disk <meter max="100" value="70" aria-label="Disk">70</meter></li>',
      'The disk: <meter max="100" value="70" aria-label="Disk">70</meter>, and abbreviation in a text.',
      '<table data-kind="plain"',
      '<p class="level">Level: hard 12</p>',
      '<meta name="subject" content="Everything" data-docsgen-head>',
    ]
    for (const part of parts) expect(page).toContain(part)
    expect(page).not.toMatch(/<style|\sstyle=|<script(?![^>]* (?:src|type="application\/json"))/)
    expect(existsSync(path.join(site.root, 'dist/draft.html'))).toBe(false)
  })

  it('has formulas, diagrams with their styles and font, and feeds', () => {
    const files = Object.keys(first)
    expect(site.read('dist/all.html')).toContain('<math display="block"')
    const [css = ''] = files.filter(name => /^assets\/css\/style\..*\.css$/.test(name))
    expect(site.read(`dist/${css}`)).toMatch(/\.tx-display-block-math.*--diagram-line/s)
    expect(files.filter(name => name.endsWith('.woff2'))).toHaveLength(1)
    expect(site.read('dist/index.html')).toContain('href="/base/feed.xml"')
    expect(site.read('dist/feed.xml')).toContain('<id>https://docs.example.org/base/news/one.html</id>')
    expect(site.read('dist/rss.xml')).toContain('<title>One &amp; only</title>')
  })

  it('is the same warm, and cold with four threads', async () => {
    expect(await build()).toEqual(first)
    for (const folder of ['dist', 'node_modules']) rmSync(path.join(site.root, folder), { recursive: true })
    expect(await build({ DOCSGEN_WORKERS: '4' })).toEqual(first)
  })
})
