import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build as buildSite } from '../../src/build.ts'
import { openSession } from '../../src/threads/session.ts'
import { shownPlugins } from './package-types.ts'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

/** What the documentation shows, by file. */
const shown = shownPlugins(fileURLToPath(new URL('../../', import.meta.url)))
const {
  'plugins/api.ts': API = '',
  'plugins/chart.ts': CHART = '',
  'templates/components/Pager.tsx': PAGER = '',
} = shown

const entries = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      name: `f${index}`,
      text: `Text ${index}, see [home](/).`,
    })),
  )

const FILES = {
  'site.config.ts': twoLanguages(
    "plugins: [['./plugins/api.ts', { file: 'api.json' }], 'docsgen-plugin-chart'], theme: { editLinks: true, repo: 'a/b' },",
  ),
  'api.json': entries(40),
  'plugins/api.ts': API,
  // A package, of two files.
  'node_modules/docsgen-plugin-chart/package.json': '{ "type": "module", "exports": "./index.ts" }',
  'node_modules/docsgen-plugin-chart/index.ts': CHART.replace('max="100"', 'max="${MAX}"').replace(
    /^/,
    "import { MAX } from './max.mjs'\n",
  ),
  'node_modules/docsgen-plugin-chart/max.mjs': 'export const MAX = 100\n',
  'content/README.md':
    '---\nsince: v1\n---\n# Home\n\nHello all.\n\n```chart wide\n1\n2\n```\n\n[first](./api/f0.md)\n',
  'templates/components/Pager.tsx': PAGER,
}

const state = {} as { site: TestSite; output: Record<string, string> }
const build = async (site: TestSite, workers = '0') => {
  const result = await site.run(['build'], { env: { DOCSGEN_WORKERS: workers } })
  return { ...result, output: site.hashes('dist') }
}

/** Without what lists files of earlier builds, too. */
function withoutLists({ '.docsgen.json': _list, ...output }: Record<string, string>) {
  return output
}

beforeAll(async () => {
  state.site = createTestSite(FILES)
  const { code, stderr, output } = await build(state.site)
  expect(stderr).not.toContain('error')
  expect(code).toBe(0)
  state.output = output
})
afterAll(() => state.site.remove())

describe('a site with two plugins', () => {
  it('has what they make: pages, drawings, keys and data', () => {
    const { site } = state
    expect(site.read('dist/api/f39.html')).toContain('API of f39')
    expect(site.read('dist/sitemap.xml')).toContain('/api/f39.html')
    const home = site.read('dist/index.html')
    expect(home).toContain('<p class="chart" data-kind="wide"><meter max="100" value="1">1</meter>')
    expect(home.replaceAll('<!-- -->', '')).toContain('<p class="facts">v1: 3</p>')
    expect(site.read('dist/api/f1.html').replaceAll('<!-- -->', '')).toContain('<p class="facts">ever: 4</p>')
  })

  it('is the same warm, cold, and with two threads', async () => {
    const { site } = state
    expect((await build(site)).output).toEqual(state.output)
    for (const folder of ['dist', 'node_modules/.cache'])
      rmSync(path.join(site.root, folder), { recursive: true })
    expect((await build(site, '2')).output).toEqual(state.output)
  })

  it('is built anew with other options and when a plugin is edited', async () => {
    const { site } = state
    site.write(
      'site.config.ts',
      FILES['site.config.ts'].replace("'api.json'", "'api.json', heading: 'All of'"),
    )
    site.write('node_modules/docsgen-plugin-chart/max.mjs', 'export const MAX = 9\n')
    await build(site)
    expect(site.read('dist/api/f3.html')).toContain('All of f3')
    expect(site.read('dist/index.html')).toContain('<meter max="9"')
    for (const file of ['site.config.ts', 'node_modules/docsgen-plugin-chart/max.mjs'] as const)
      site.write(file, FILES[file])
    expect((await build(site)).output).toMatchObject(withoutLists(state.output))
  })

  it('names plugins in what is wrong, and keeps the output', async () => {
    const { site } = state
    const before = site.hashes('dist')
    site.write('content/a.md', '# A\n\n```chart\n1\nx\n```\n')
    site.write('content/api/f1.md', '# Written\n')
    site.write('api.json', entries(2).replace('(/)', '(/gone.html)'))
    const { code, stderr, output } = await build(site)
    expect(code).toBe(1)
    expect(output).toEqual(before)
    expect(stderr).toContain('content/a.md:5:1 error chart/bar A bar must be a number.')
    expect(stderr).toContain(
      'content/api/f1.md:1:1 error plugins/duplicate-page The plugin `api` makes this page, too.',
    )
    const checked = await site.run(['check'])
    expect(checked.stdout).toMatch(
      /content\/api\/f0\.md:3:\d+ error links\/page .*gone[^]*?→ The plugin `api` makes this page\./,
    )
    expect((await site.run(['check', '--fix', '--stamp'])).code).toBe(1)
    expect(() => site.read('content/api/f0.md')).toThrow('ENOENT')
  })
})

describe('a plugin that cannot be used', () => {
  it.each([
    ["['./plugins/api.ts', { fil: 'x' }]", 2, 'site.config.ts:6:34 error plugins/options'],
    [
      "'./plugins/none.ts'",
      2,
      'site.config.ts:6:13 error plugins/missing There is no plugin `./plugins/none.ts`.',
    ],
    [
      "['./plugins/api.ts', { file: 'none.json' }]",
      1,
      'plugins/api.ts:16:60 error plugins/failed The plugin `api` failed when `pages` ran: ENOENT',
    ],
    [
      "['./plugins/api.ts', { file: 'wrong.json' }]",
      1,
      'error plugins/result The plugin `api` returned something else than `pages` should: `result[0].path`: must be the path',
    ],
  ])('%s ends with code %i and its place', async (plugin, expected, message) => {
    const site = createTestSite({
      'site.config.ts': twoLanguages(`plugins: [${plugin}],`),
      'plugins/api.ts': API,
      'wrong.json': '[{ "name": "/a", "text": "b" }]',
    })
    const { code, stderr } = await build(site)
    expect(stderr).toContain(message)
    expect(code).toBe(expected)
    site.remove()
  })
})

describe('a plugin that does not come to an end', () => {
  const PLUGIN = (own: string) =>
    `import { definePlugin } from 'docsgen'\nexport default definePlugin({ name: 'slow', ${own} })\n`

  it.each([
    ['page', "page: record => { while (record.title === 'Home'); return 1 }", ' on `content/README.md`', 1.5],
    ['markdown.fences', 'markdown: { fences: { x: () => { for (;;); } } }', ' on `content/README.md`', 1.5],
    ['pages', 'pages: () => new Promise(() => setInterval(() => {}, 1000))', '', 6],
  ])('in %s is named', async (hook, own, on, seconds) => {
    const site = createTestSite({
      'site.config.ts': twoLanguages("plugins: ['./slow.ts'],"),
      'slow.ts': PLUGIN(own),
      'content/README.md': '# Home\n\n```x\n```\n',
    })
    const session = await openSession({ root: site.root, pageLimit: 1500 })
    const { findings, exitCode } = await buildSite(session, {})
    await session.close()
    site.remove()
    expect(
      findings.filter(({ severity }) => severity === 'error').map(({ rule, message }) => [rule, message]),
    ).toEqual([
      [
        'plugins/too-slow',
        `The plugin \`slow\` failed when \`${hook}\` ran${on}: it took longer than ${seconds} seconds.`,
      ],
    ])
    expect(exitCode).toBe(1)
  })
})
