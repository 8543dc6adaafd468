import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { scanTags } from '../../src/lib/html.ts'
import { startServer } from '../sites/serve.ts'
import { createTestSite } from '../sites/site.ts'
import { judge } from './axe.ts'
import { useServedSite } from './browser.ts'

const config = (check: object) =>
  `export default ${JSON.stringify({
    title: 'Tools',
    url: 'https://docs.example.org',
    base: '/docs/',
    locales: {
      '/': { lang: 'en-US', label: 'English' },
      '/ja/': { lang: 'ja', label: '日本語' },
      '/ar/': { lang: 'ar', label: 'العربية' },
    },
    theme: { repo: 'o/n', editLinks: true },
    check,
  })}`

const served = useServedSite(
  () =>
    createTestSite({
      'site.config.ts': config({ dashboard: true }),
      'content/README.md': '# Home\n\nSee [the state](/translations.html).\n',
      'content/guide.md': '# Guide\n\nHow to use it, in a few words.\n',
      'content/secret.md': '---\nunlisted: true\n---\n\n# Secret\n',
      'content/ja/README.md': '# ホーム\n\nこちら。\n',
      'content/ja/guide.md': '---\nsource:\n  guide: 0123456789abcdef\n---\n\n# ガイド\n\n使い方。\n',
    }),
  { base: '/docs/' },
  async site => {
    const { code, stderr } = await site.run(['build'])
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/ (?:error|warning) /)])
    return site.output
  },
)

const isBoard = (name: string) => /^(?:translations\.html|assets\/css\/translations\.\w+\.css)$/.test(name)

it('is a page with a sheet of its own that no list has, without script or style in it, and nothing else changes', async () => {
  const { site } = served
  const html = site.read('dist/translations.html')
  expect(html).not.toMatch(/<script|<style| style=| on\w+=|secret/i)
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).toContain('1 page is omitted')
  const files = site.hashes('dist')
  expect(Object.keys(files).filter(isBoard)).toHaveLength(2)
  for (const name of ['sitemap.xml', 'service-worker.js', 'assets/locales/en.json'])
    expect(site.read(`dist/${name}`)).not.toContain('translations')
  const links = scanTags(html).flatMap(({ attributes }) =>
    attributes.filter(({ name }) => name === 'href').map(({ value }) => value),
  )
  expect(links).toEqual(
    expect.arrayContaining([
      '/docs/guide.html',
      '/docs/ja/guide.html',
      'https://github.com/o/n/edit/main/content/ja/guide.md',
      'https://github.com/o/n/new/main/content/ar/?filename=guide.md',
    ]),
  )
  site.write('site.config.ts', config({}))
  expect((await site.run(['build', '--out-dir', 'without', '--no-strict-links'])).code).toBe(0)
  const same = (all: Record<string, string>) =>
    Object.entries(all).filter(([name]) => name !== '.docsgen.json' && !isBoard(name))
  expect(same(files)).toEqual(same(site.hashes('without')))
  site.write('site.config.ts', config({ dashboard: true }))
  site.write('public/translations.html', '<p>Own</p>')
  const { code, stderr } = await site.run(['build', '--out-dir', 'without'])
  expect(code).toBe(1)
  expect(stderr).toContain('reserved for the translation dashboard')
  rmSync(path.join(site.root, 'public'), { recursive: true })
})

it('is served while somebody works on the site, made when it is asked for', async () => {
  const dev = await startServer(served.site, ['dev'])
  const page = await fetch(`${dev.origin}/docs/translations.html`)
  const html = await page.text()
  expect([page.status, html]).toEqual([200, expect.stringContaining('<h2 id="coverage">Progress</h2>')])
  const [sheet] = /\/docs\/assets\/css\/translations\.\w+\.css/.exec(html) ?? []
  expect((await fetch(dev.origin + sheet)).headers.get('content-type')).toMatch(/^text\/css/)
  await dev.stop()
})

it('can be read by everybody, light and dark, on phones and desktops, as can the report of the command line', async () => {
  const report = 'check --todo all --format html --output dist/report.html'
  expect((await served.site.run(report.split(' '))).code).toBe(0)
  expect(served.site.read('dist/report.html')).toContain('href="https://docs.example.org/docs/ja/guide.html"')
  const { page } = await served.open()
  for (const file of ['translations.html', 'report.html']) {
    // A report has its styles in itself; a page of the site does not.
    served.server.options.csp = file === 'translations.html'
    await page.goto(`/docs/${file}`)
    // What has to be scrolled to on phones, axe judges on desktops only.
    const found = (await judge(page)).filter(violation => !/ 360: color-contrast /.test(violation))
    expect([file, ...found]).toEqual([file])
  }
})
