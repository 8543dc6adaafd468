/** Whole sites of VuePress 1 and VitePress, which are next to the project. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CORPUS, HAS_CORPUS, readOracle } from '../corpus/corpus.ts'
import { IS_FULL, sample } from '../support/full.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { copySite, expectInOrder, headingsOf, moveSite } from './moving/sites.ts'
import { createFolder, type TestSite } from './site.ts'

const SITES = path.dirname(CORPUS)
const idsOf = (html: string) => headingsOf(html).map(heading => heading.slice(2))

/** What VuePress made of a page. */
interface Original {
  title: string
  headings: [level: number, id: string][]
}

/** Folders of `site.config.ts` and of the output, and sentences of `init` in their order. */
const VUEPRESS_SITES = [
  {
    name: 'vue-router-3',
    root: '.',
    output: 'dist',
    notes: [
      '113 pages, 6 languages',
      "`slugs: 'vuepress-nfkd'`): `package.json` lists version `^1.5.3`",
      '`themeConfig.carbonAds`',
      '`.vuepress/theme`',
      "Style sheets weren't imported: `.vuepress/styles/index.styl`.",
      "`<HomeSponsors>` (`.vuepress/components/HomeSponsors.vue`) wasn't imported: README.md:22, fr/README.md:22",
      'Set `url`',
    ],
  },
  {
    name: 'vuepress-1-docs',
    root: 'packages/docs',
    output: 'vuepress',
    notes: [
      '92 pages, 2 languages',
      "`slugs: 'vuepress-nfkd'`): `package.json` lists version `1.9.10`",
      'The plugin `flowchart`',
      'Included files were added to `markdown.allowFiles`',
      "The component `<Bit>` wasn't imported: config/README.md:8, guide/README.md:3, theme/default-theme-config.md:3.",
      '`<Foo-Bar>` (`.vuepress/components/Foo/Bar.vue`)',
      '`UA-128189152-1`',
    ],
  },
]

describe.skipIf(!HAS_CORPUS).each(sample(VUEPRESS_SITES, 1))(
  '$name, imported from VuePress 1',
  ({ name, root, output, notes }) => {
    let site: TestSite
    let moved: Awaited<ReturnType<typeof moveSite>>
    const original = HAS_CORPUS ? readOracle<Record<string, Original>>(`sites/${name}`) : {}

    beforeAll(async () => {
      site = copySite(path.join(SITES, name))
      moved = await moveSite(site, 'vuepress1', root)
    }, 180_000)
    afterAll(() => site.remove())

    const unescape = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

    it('keeps every address with its title, and the id of every heading', () => {
      const lost: string[] = []
      for (const [address, { title, headings }] of Object.entries(original)) {
        const file = path.join(output, decodeURI(address.endsWith('/') ? `${address}index.html` : address))
        const html = existsSync(path.join(site.root, file)) ? site.read(file) : ''
        const shown = unescape(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
        if (shown !== title) lost.push(`${address}: ${title}`)
        const ids = new Set(idsOf(html))
        lost.push(...headings.filter(([, id]) => !ids.has(id)).map(([, id]) => `${address}#${id}`))
      }
      expect(lost).toEqual([])
    })

    it('reports no missing page, only anchors that the original lacks too, and what was not imported', () => {
      const { said, built } = moved
      expect(built).not.toMatch(/ (?:links\/page|links\/asset|nav\/\S+) /)
      const anchors = [...built.matchAll(/warning links\/anchor `([^`]+)` has no anchor `#([^`]+)`/g)]
      expect(anchors.length).toBeGreaterThan(0)
      const present = anchors.filter(([, address = '', id]) =>
        original[address]?.headings.some(([, known]) => known === id),
      )
      expect(present).toEqual([])
      expectInOrder(said, notes)
    })
  },
)

interface Route {
  path: string
  page?: string
}

it.runIf(HAS_CORPUS && IS_FULL)(
  'Vue Test Utils keeps every route and id of VuePress 1.5.3',
  { timeout: 180_000 },
  async () => {
    const site = createFolder({ 'docs/.vuepress/config.js': "module.exports = require('./site.json')\n" })
    const folders = { docs: 'docs', public: 'docs/.vuepress/public', 'site.json': 'docs/.vuepress/site.json' }
    for (const [from, to] of Object.entries(folders))
      cpSync(path.join(CORPUS, from), path.join(site.root, to), { recursive: true })
    expect((await site.run(['init', '--from', 'vuepress1'])).code).toBe(0)
    const { pages, routes } = JSON.parse((await site.run(['routes', '--json'])).stdout) as {
      pages: { path: string; title: string; headers?: unknown[] }[]
      routes: Route[]
    }
    const byPath = (a: Route, b: Route) => (a.path < b.path ? -1 : 1)
    const oracle = readOracle<Route[]>('routes')
    const known = new Set(oracle.map(route => route.path))
    // The rules of the host are routes here; there they are a file for the host.
    const own = routes.filter(route => known.has(route.path))
    expect(own.toSorted(byPath)).toEqual(oracle.toSorted(byPath))
    expect(routes.filter(route => route.page)).toHaveLength(429)
    const given = pages.map(({ path: page, title, headers = [] }) => [page, { title, headers }])
    expect(Object.fromEntries(given)).toEqual(readOracle('anchors'))
  },
)

/** For each language: number of pages, and the start of the hash of all addresses with the ids that VitePress gave their headings. */
const VITEPRESS_PAGES = {
  en: [36, '2a9d82a06c01c258'],
  zh: [36, '6077d8d7739333d5'],
  ...(IS_FULL && {
    es: [34, 'e884ab3aba651172'],
    fa: [36, '79a010a1fbcc7ce9'],
    ja: [34, 'a718113064d1bcf5'],
    ko: [36, '8f5ea94055c8317d'],
    pt: [34, '0d479b9ad614bf54'],
    ru: [36, 'bf0a440aed58138b'],
  }),
}

it.runIf(HAS_CORPUS)(
  'the documentation of VitePress keeps its addresses and ids',
  { timeout: 180_000 },
  async () => {
    const site = copySite(path.join(SITES, 'vitepress-docs'))
    if (!IS_FULL) {
      for (const language of ['es', 'fa', 'ja', 'ko', 'pt', 'ru'])
        removeFolder(path.join(site.root, 'docs', language))
      const config = 'docs/.vitepress/config.ts'
      site.write(config, site.read(config).replaceAll(/^.*\b(?:es|fa|ja|ko|pt|ru)Markdown.*\n/gm, ''))
    }
    const { said, built } = await moveSite(site, 'vitepress')
    const byLanguage = new Map<string, string[]>()
    const dist = path.join(site.root, 'dist')
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    const pages = files.filter(
      name => name.endsWith('.html') && !/(?:^|\/)(?:404|search)\.html$|^pure/.test(name),
    )
    for (const file of pages) {
      const address = `/${file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1')}`
      const language = /^\/([a-z]{2})\//.exec(address)?.[1] ?? 'en'
      const line = `${address} ${idsOf(readFileSync(path.join(dist, file), 'utf8')).join(' ')}`
      byLanguage.set(language, [...(byLanguage.get(language) ?? []), line])
    }
    const hashes = Array.from(byLanguage, ([language, lines]) => {
      const text = lines.toSorted((a, b) => (a.split(' ')[0]! < b.split(' ')[0]! ? -1 : 1)).join('\n')
      return [language, [lines.length, createHash('sha256').update(text).digest('hex').slice(0, 16)]]
    })
    expect(Object.fromEntries(hashes)).toEqual(VITEPRESS_PAGES)
    // As many missing anchors as the original has.
    expect(built).not.toMatch(/ (?:links\/page|links\/asset|nav\/\S+) | error /)
    expect(built.match(/ warning links\/anchor /g)).toHaveLength(IS_FULL ? 20 : 2)
    expectInOrder(said, [
      IS_FULL ? '282 pages, 8 languages' : '72 pages, 2 languages',
      "`slugs: 'vitepress'`",
      '`themeConfig.carbonAds`',
      "`<ComponentInHeader>` (`components/ComponentInHeader.vue`) wasn't imported: en/guide/using-vue.md:135",
      "`<VPTeamMembers>` wasn't imported: en/reference/default-theme-team-page.md:65",
    ])
    expect(said).not.toContain("doesn't lead to")
  },
)
