import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSite } from '../../src/index.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { createFolder } from '../sites/site.ts'
import { PAGES } from './corpus.ts'

/** What a large documentation uses, in twenty-two pages that come with the repository. */
describe('a documentation in six languages', async () => {
  const site = createFolder()
  cpSync(PAGES, site.root, { recursive: true })
  await site.build()

  const contentOf = (name: string) =>
    /<div class="content"[^>]*>([^]*?)<\/div>\s*<div class="page-meta/.exec(site.read(`dist/${name}`))?.[1] ??
    site.read(`dist/${name}`)

  it('has the addresses, titles and heading ids that VuePress 1 gives', async () => {
    const loaded = await loadSite({ root: site.root })
    const pages = loaded.site?.pages ?? []
    const found = pages.map(each => [each.path, [each.title, ...each.headings.map(({ id }) => id)]])
    await loaded.close()
    const expected = JSON.parse(readFileSync(path.join(PAGES, 'headings.json'), 'utf8')) as unknown
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  it('shows included parts, containers, code groups, marked lines, tables and footnotes', () => {
    const brewing = contentOf('guide/brewing.html')
    for (const part of [
      'Fill the pot with water',
      'href="/api/options.html#lid"',
      '<h2 id="temperature"',
      '<div class="highlighted">',
      'STOP</p>',
      '<summary>How long?</summary>',
      '<kbd>Enter</kbd>',
      '🎉',
      'Served at once.',
    ])
      expect(brewing).toContain(part)
    expect(brewing).toMatch(/<img src="\/assets\/img\/teapot\.\w+\.svg" [^>]*width="40" height="30"/)
    const install = contentOf('guide/install.html')
    expect(install.match(/<label[^>]*>(?:npm|yarn)<\/label>/g)).toHaveLength(2)
    expect(install).toContain('pot | kettle')
    expect(contentOf('ru/guide/brewing.html')).toContain('Наполните чайник водой.')
    expect(contentOf('api/index.html')).toMatch(/id="fill"[^]*id="pour"/)
  })

  it('is checked: broken links, unknown containers, pages that are missing, alone or out of date', async () => {
    const { stdout } = await site.run(['check', '--format', 'json'])
    const { findings } = JSON.parse(stdout) as { findings: Finding[] }
    const of = (rule: RegExp) =>
      findings.flatMap(finding =>
        rule.test(finding.rule) ? `${finding.place?.file}:${finding.place?.line} ${finding.rule}` : [],
      )
    expect(of(/^(?:links|markdown)\//)).toEqual([
      'docs/api/fill.md:12 links/page',
      'docs/api/pour.md:14 links/anchor',
      'docs/ja/api/pour.md:14 markdown/unknown-container',
      'docs/pt/README.md:3 links/anchor',
    ])
    expect(of(/^coverage\/(?:orphan|stale)/)).toEqual([
      'docs/fr/guide/install.md:6 coverage/stale',
      'docs/fr/seul.md:1 coverage/orphan',
    ])
    expect(of(/^coverage\/missing/)).toHaveLength(27)
  })
})
