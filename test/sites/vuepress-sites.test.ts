import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copySite, expectInOrder, headingsOf, moveSite } from './moving/sites.ts'
import type { TestSite } from './site.ts'

const SHARED = path.join(import.meta.dirname, '../../../shared')
const HAS_SITES = existsSync(path.join(SHARED, 'spec/oracle/sites'))

/** What VuePress made of a page. */
interface Original {
  title: string
  headings: [level: number, id: string][]
}

/** Folders of `site.config.ts` and of the output, and sentences of `init` in their order. */
const SITES = [
  {
    name: 'vue-router-3',
    root: '.',
    output: 'dist',
    said: [
      '113 pages, 6 languages',
      "`slugs: 'vuepress-nfkd'`): `package.json` has `^1.5.3`",
      '`themeConfig.carbonAds`',
      '`.vuepress/theme`',
      '`.bit-sponsor` (line 1), `.vueschool` (line 17)',
      "`<HomeSponsors>` (`.vuepress/components/HomeSponsors.vue`) isn't imported: README.md:22, fr/README.md:22",
      'Set `url`',
    ],
  },
  {
    name: 'vuepress-1-docs',
    root: 'packages/docs',
    output: 'vuepress',
    said: [
      '92 pages, 2 languages',
      "`slugs: 'vuepress-nfkd'`): `package.json` has `1.9.10`",
      'The plugin `flowchart`',
      '`markdown.allowFiles` names them: ',
      "The component `<Bit>` isn't imported: config/README.md:8, guide/README.md:3, theme/default-theme-config.md:3.",
      '`<Foo-Bar>` (`.vuepress/components/Foo/Bar.vue`)',
      '`UA-128189152-1`',
    ],
  },
]

describe.skipIf(!HAS_SITES).each(SITES)('$name, moved from VuePress 1 (beside the project)', moved => {
  let site: TestSite
  let said = ''
  let built = ''
  const original = JSON.parse(
    HAS_SITES ? readFileSync(path.join(SHARED, `spec/oracle/sites/${moved.name}.json`), 'utf8') : '{}',
  ) as Record<string, Original>

  beforeAll(async () => {
    site = copySite(path.join(SHARED, 'corpus', moved.name))
    ;({ said, built } = await moveSite(site, 'vuepress1', moved.root))
  }, 180_000)
  afterAll(() => site.remove())

  const unescape = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

  it('keeps every address with its title, and the id of every heading', () => {
    const lost: string[] = []
    for (const [address, { title, headings }] of Object.entries(original)) {
      const file = path.join(
        moved.output,
        decodeURI(address.endsWith('/') ? `${address}index.html` : address),
      )
      const html = existsSync(path.join(site.root, file)) ? site.read(file) : ''
      const shown = unescape(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
      if (shown !== title) lost.push(`${address}: ${title}`)
      const ids = new Set(headingsOf(html).map(heading => heading.slice(2)))
      lost.push(...headings.filter(([, id]) => !ids.has(id)).map(([, id]) => `${address}#${id}`))
    }
    expect(lost).toEqual([])
  })

  it('is said to have no missing page, and no missing anchor but those that the original had not either', () => {
    expect(built).not.toMatch(/ (?:links\/page|links\/asset|nav\/\S+) /)
    const anchors = [...built.matchAll(/warning links\/anchor `([^`]+)` has no anchor `#([^`]+)`/g)]
    expect(anchors.length).toBeGreaterThan(0)
    const present = anchors.filter(([, address = '', id]) =>
      original[address]?.headings.some(([, known]) => known === id),
    )
    expect(present).toEqual([])
  })

  it('loses none of its addresses and anchors, as `check --urls` finds', async () => {
    const list = Object.entries(original).flatMap(([address, { headings }]) => [
      `https://old.example${address}`,
      ...headings.filter(([, id]) => id !== 'main-title').map(([, id]) => `${address}#${id}`),
    ])
    const check = (added: string[]) => {
      site.write('old.txt', [...list, ...added].join('\n'))
      const rules = ['--rule', '*=off', '--rule', 'routes/*=error', '--format', 'json']
      return site.run(['check', moved.root, '--urls', 'old.txt', ...rules])
    }
    expect((await check([])).code).toBe(0)
    const { code, stdout } = await check(['/no/such.html', '/#nowhere'])
    expect(code).toBe(1)
    expect(stdout.match(/routes\/lost-\w+(?=")/g)).toEqual(
      expect.arrayContaining(['routes/lost-address', 'routes/lost-anchor']),
    )
  })

  it('tells what was imported and what differs, in the order of what readers notice', () => {
    expectInOrder(said, moved.said)
  })
})
