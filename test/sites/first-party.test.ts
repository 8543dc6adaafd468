import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_PARTY_FILES } from './first-party-site.ts'
import { createTestSite, type TestSite } from './site.ts'

const state = {} as { site: TestSite; output: Record<string, string> }
const build = (workers: string) => state.site.run(['build'], { env: { DOCSGEN_WORKERS: workers } })

beforeAll(async () => {
  state.site = createTestSite(FIRST_PARTY_FILES)
  const { code, stderr } = await build('0')
  expect(stderr).not.toContain('error')
  expect(code).toBe(0)
  state.output = state.site.hashes('dist')
})
afterAll(() => state.site.remove())

describe('a site with every plugin of the package', () => {
  it('has formulas, diagrams and feeds, without any inline style', () => {
    const { site, output } = state
    for (const file of Object.keys(output).filter(name => name.endsWith('.html')))
      expect(site.read(`dist/${file}`)).not.toMatch(/<[^>]*\sstyle=|<style/)
    expect(site.read('dist/formulas.html')).toContain('<math display="block"')
    expect(site.read('dist/zh/diagrams.html')).toContain('aria-label="图表"')
    expect(site.read('dist/zh/formulas.html')).toContain('aria-label="公式"')
    expect(site.read('dist/index.html')).toContain('href="/base/feed.xml"')
    expect(site.read('dist/zh/index.html')).toContain('href="/base/zh/rss.xml"')
    expect(site.read('dist/feed.xml')).toContain('<id>https://docs.example.org/base/news/one.html</id>')
    expect(site.read('dist/rss.xml')).toContain('<title>One &amp; only</title>')
  })

  it('has its style sheets and the font of script letters', () => {
    const { site, output } = state
    const [css = ''] = Object.keys(output).filter(name => /^assets\/css\/.*\.css$/.test(name))
    expect(site.read(`dist/${css}`)).toMatch(/\.tx-block.*--diagram-line/s)
    expect(Object.keys(output).filter(name => name.endsWith('.woff2'))).toHaveLength(1)
  })

  it('what cannot be made is told at its place, and the previous output stays', async () => {
    const { site } = state
    const bad = '# Bad\n\n$\\foo$\n\n```mermaid\ngraph TD\nclick A\n```\n'
    site.write('content/bad.md', bad)
    const { stderr, code } = await build('0')
    expect(code).toBe(1)
    expect(stderr).toMatch(/content\/bad\.md:3:2\s+error\s+math\/tex/)
    expect(stderr).toMatch(/content\/bad\.md:7:\d+\s+error\s+mermaid\/syntax/)
    expect(site.hashes('dist')).toEqual(state.output)
    rmSync(path.join(site.root, 'content/bad.md'))
    site.write('site.config.ts', FIRST_PARTY_FILES['site.config.ts'].replace(/ {2}url: .*\n/, ''))
    const feed = await build('0')
    expect(feed.code).toBe(1)
    expect(feed.stderr).toMatch(/error\s+feed\/url/)
  })
})
