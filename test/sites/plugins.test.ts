import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

/** Makes a page of each entry of a file with data. */
const API = `import { readFileSync } from 'node:fs'
import path from 'node:path'
import { definePlugin } from 'docsgen'
import * as z from 'zod'

interface Entry { name: string; text: string }

export default definePlugin({
  name: 'api',
  options: z.strictObject({ file: z.string(), heading: z.string().default('API of') }),
  pages({ root, options, watch }) {
    watch(options.file)
    const entries = JSON.parse(readFileSync(path.join(root, options.file), 'utf8')) as Entry[]
    return entries.map(({ name, text }) => ({
      path: \`api/\${name}.md\`,
      markdown: \`# \${options.heading} \${name}\\n\\n\${text}\\n\`,
    }))
  },
})
`

/** A package: a fence, a key of the frontmatter, and data of pages. */
const CHART = `import { definePlugin } from 'docsgen'
import * as z from 'zod'
import { scale } from './scale.mjs'

export default definePlugin({
  name: 'chart',
  frontmatter: z.object({ since: z.string().optional() }),
  markdown: {
    fences: {
      chart(code, info) {
        const wrong = code.split('\\n').findIndex(line => !/^\\d+$/.test(line))
        if (wrong >= 0) return { problems: [{ message: 'A bar must be a number.', line: wrong + 1, rule: 'bar' }] }
        return '<p class="chart" title="' + info + '">' + code.split('\\n').map(scale).join(' ') + '</p>'
      },
    },
  },
  page: (record, { sections }) => ({ words: sections.flatMap(({ text }) => text.split(/\\s+/)).length }),
})
`

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
  'node_modules/docsgen-plugin-chart/package.json': '{ "type": "module", "exports": "./index.mjs" }',
  'node_modules/docsgen-plugin-chart/index.mjs': CHART,
  'node_modules/docsgen-plugin-chart/scale.mjs': 'export const scale = value => Number(value) * 10\n',
  'content/README.md':
    '---\nsince: v1\n---\n# Home\n\nHello all.\n\n```chart wide\n1\n2\n```\n\n[first](./api/f0.md)\n',
  'templates/components/Pager.tsx': `import type { PageView } from 'docsgen'

declare global {
  namespace Docsgen {
    interface Frontmatter { since?: string }
    interface PageData { chart: { words: number } }
  }
}

export function Pager({ page }: { page: PageView }) {
  const words: number | undefined = page.data?.chart?.words
  return <p className="facts">{page.frontmatter.since ?? 'ever'}: {words} {page.editLink ? 'edit' : 'made'}</p>
}
`,
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
    expect(home).toContain('<p class="chart" title="wide">10 20</p>')
    expect(home.replaceAll('<!-- -->', '')).toContain('<p class="facts">v1: 3 edit</p>')
    expect(site.read('dist/api/f1.html').replaceAll('<!-- -->', '')).toContain(
      '<p class="facts">ever: 4 made</p>',
    )
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
    site.write(
      'node_modules/docsgen-plugin-chart/scale.mjs',
      'export const scale = value => Number(value) * 100\n',
    )
    await build(site)
    expect(site.read('dist/api/f3.html')).toContain('All of f3')
    expect(site.read('dist/index.html')).toContain('100 200</p>')
    for (const file of ['site.config.ts', 'node_modules/docsgen-plugin-chart/scale.mjs'] as const)
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
      'plugins/api.ts:13:60 error plugins/failed The plugin `api` failed when `pages` ran: ENOENT',
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
