import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headingsBelow, readOracle } from './moving/sites.ts'
import { STARLIGHT_SITE } from './moving/starlight-site.ts'
import { createFolder, type RunResult, type TestSite } from './site.ts'

describe('a site of Starlight', () => {
  let site: TestSite
  let init: RunResult
  let build: RunResult

  beforeAll(async () => {
    site = createFolder(STARLIGHT_SITE)
    init = await site.run(['init', '--from', 'starlight'])
    build = await site.run(['build'])
  })
  afterAll(() => site.remove())

  test('builds at once, and its links lead to pages', () => {
    expect([init.code, build.code]).toEqual([0, 0])
    expect(build.stderr.match(/ (?:error|warning) [a-z]+\/[a-z-]+/g)).toEqual([
      ' warning markdown/unknown-component',
    ])
  })

  test('keeps every address and every heading id', () => {
    const oracle = readOracle('starlight')
    expect(Object.keys(oracle)).toHaveLength(10)
    const found = Object.keys(oracle).map(address => {
      const file = `dist${address === '/' ? '' : address}/index.html`
      return [address, existsSync(path.join(site.root, file)) ? headingsBelow(site.read(file)) : 'lost']
    })
    expect(Object.fromEntries(found)).toEqual(oracle)
    expect(site.read('dist/guides/boil/index.html')).toMatch(/<h1[^>]* id="_top"/)
  })

  test('keeps languages, the sidebar with its translations, and the home page', () => {
    const config = site.read('site.config.ts')
    expect(config).toContain("text: { '/': 'Guides', '/zh-cn/': '指南' }")
    expect(config).toMatch(/badge: \{ text: 'New', type: 'warning' \}/)
    expect(config).toMatch(/items: \['\/reference\/one\/', '\/reference\/second-one\/'\]/)
    expect(config).toContain("docsDir: 'docs/content'")
    expect(site.read('content/README.md')).toContain('heroImage: /images/kettle.svg')
    expect(site.read('content/guides/parts.md')).toContain('[boiling](./boil.md)')
  })

  test('writes components of Starlight as those of docsgen, and names the others by line', () => {
    const page = site.read('content/guides/boil.md')
    for (const part of [
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
      expect(page).toContain(part)
    expect(init.stderr).toContain('src/content/docs/guides/boil.mdx:51.')
    expect(init.stderr).toContain("Style sheets (`customCss`) aren't imported: `./src/own.css`.")
  })
})
