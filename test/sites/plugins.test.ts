import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { shownPlugins } from './package-types.ts'
import { startServer, until } from './serve.ts'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

/** What the documentation shows, by file. */
const shown = shownPlugins(fileURLToPath(new URL('../../', import.meta.url)))
const {
  'plugins/api.ts': API = '',
  'plugins/chart.ts': CHART = '',
  'templates/components/Pager.tsx': PAGER = '',
} = shown

/** Looks at the whole site: a rule, and a file. */
const WHOLE = `import { definePlugin } from 'docsgen'

export default definePlugin({
  name: 'whole',
  styles: ['./look/whole.css'],
  templates: './look/templates',
  strings: { en: { made: 'Made by', at: 'at' }, fr: { made: 'Fait par' } },
  head: page => [
    { tag: 'meta', attributes: { name: 'author', content: page.title } },
    { tag: 'link', attributes: { rel: 'alternate', type: 'text/plain', href: '/lists/pages.txt' } },
    { tag: 'script', attributes: { src: 'https://cdn.example.org/x.js', defer: true, async: false } },
  ],
  checks: {
    'no-todo': {
      description: 'A page still says what is to be done.',
      run: site => site.pages.flatMap(page =>
        site.textOf(page).sections.filter(({ text }) => text.includes('TODO')).map(({ place }) => ({ ...place, message: 'Something is to be done.' })),
      ),
    },
  },
  async files(site) {
    const items = site.pages.slice(0, 2).map(page => [page.url, page.title, site.htmlOf(page).includes('/api/f0.html')].join(' '))
    return [{ path: 'lists/pages.txt', content: items.join('\\n') }, { path: 'bytes.bin', content: new Uint8Array([1]) }]
  },
})
`

const entries = (count: number) => {
  const entry = (_: unknown, index: number) => ({ name: `f${index}`, text: `Text ${index}, see [home](/).` })
  return JSON.stringify(Array.from({ length: count }, entry))
}

const FILES = {
  'site.config.ts': twoLanguages(
    "plugins: [['./plugins/api.ts', { file: 'api.json' }], 'docsgen-plugin-chart', './plugins/whole.ts'], theme: { editLinks: true, repo: 'a/b' },",
  ),
  'api.json': entries(12),
  'plugins/api.ts': API,
  'plugins/whole.ts': WHOLE,
  'plugins/look/whole.css': '.whole { color: var(--text); background: url(./dot.svg) }\n',
  'plugins/look/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'plugins/look/templates/components/Footer.tsx': 'export const Footer = () => <p>Footer of a plugin</p>\n',
  'plugins/look/templates/components/Pager.tsx': 'export const Pager = () => <p>Pager of a plugin</p>\n',
  'plugins/look/templates/layouts/Bare.tsx':
    'export default function Bare() { return <main>Bare layout</main> }\n',
  'templates/styles/site.css': '.own { color: red }\n',
  'content/bare.md': '---\nlayout: Bare\n---\n# Bare\n',
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

const site = createTestSite(FILES)
const build = async (site: TestSite) => {
  const result = await site.run(['build'])
  return { ...result, output: site.hashes('dist') }
}
const { output, ...first } = await build(site)

describe('a site with two plugins', () => {
  it('has what they make: pages, drawings, keys and data', () => {
    expect(first).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') })
    expect(site.read('dist/api/f11.html')).toContain('API of f11')
    expect(site.read('dist/sitemap.xml')).toContain('/api/f11.html')
    const home = site.read('dist/index.html')
    expect(home).toContain('<p class="chart" data-kind="wide"><meter max="100" value="1">1</meter>')
    expect(home.replaceAll('<!-- -->', '')).toContain('<p class="facts">v1: 3</p>')
    expect(site.read('dist/api/f1.html').replaceAll('<!-- -->', '')).toContain('<p class="facts">ever: 4</p>')
  })

  it('has texts and tags of the head, and its policy allows what these load', () => {
    const home = site.read('dist/index.html')
    expect(home).toContain('<meta name="author" content="Home" data-docsgen-head>')
    expect(home).toContain(
      '<link rel="alternate" type="text/plain" href="/lists/pages.txt" data-docsgen-head>',
    )
    expect(home).toContain('<script src="https://cdn.example.org/x.js" defer=""></script>')
    expect(site.read('dist/_headers')).toMatch(/script-src[^;]* https:\/\/cdn\.example\.org/)
    const locales = readdirSync(path.join(site.root, 'dist/assets/locales'))
    const view = site.read(`dist/assets/locales/${locales.find(name => /^fr\.\w+\.json$/.test(name))}`)
    expect((JSON.parse(view) as { texts: object }).texts).toEqual({ whole: { made: 'Fait par', at: 'at' } })
  })

  it("has a plugin's styles before its own, and its templates where the site has none of the name", () => {
    const css = Object.keys(output).find(name => name.endsWith('.css')) ?? ''
    expect(site.read(`dist/${css}`)).toMatch(
      /\.whole\{[^}]*url\(\.\.\/\.\.\/assets\/[^)]*dot\.\w+\.svg\)[^]*\.own\{/,
    )
    expect(Object.keys(output).filter(name => /dot\.\w+\.svg$/.test(name))).toHaveLength(1)
    const home = site.read('dist/index.html')
    expect(home).toContain('Footer of a plugin')
    expect(home).not.toContain('Pager of a plugin')
    expect(site.read('dist/bare.html')).toContain('Bare layout')
  })

  it('has the files that a plugin makes of all pages', () => {
    expect(site.read('dist/lists/pages.txt')).toBe(
      'https://docs.example.org/ Home true\nhttps://docs.example.org/api/f0.html API of f0 false',
    )
    expect(site.read('dist/bytes.bin')).toBe('\u0001')
  })

  it('is checked by rules of plugins, and built with those that are errors', async () => {
    site.write('content/todo.md', '# Later\n\nTODO\n')
    const { code, stdout } = await site.run(['check'])
    expect(stdout).toContain('content/todo.md:1:1 warning whole/no-todo Something is to be done.')
    expect(code).toBe(0)
    expect((await site.run(['check', '--rule', 'whole/no-todo=off'])).stdout).not.toContain('to be done')
    expect((await site.run(['check', '--rule', 'whole/no-tod=off'])).stderr).toContain(
      'Did you mean `whole/no-todo`?',
    )
    const config = FILES['site.config.ts']
    const strict = "check: { rules: { 'whole/no-todo': 'error' } }, theme:"
    site.write('site.config.ts', config.replace('theme:', strict))
    const built = await build(site)
    expect(built.stderr).toContain('content/todo.md:1:1 error whole/no-todo')
    expect([built.code, built.output]).toEqual([1, output])
    site.write('site.config.ts', config)
    rmSync(path.join(site.root, 'content/todo.md'))
  })

  it('is built again with other options and when a plugin is edited', async () => {
    const config = FILES['site.config.ts'].replace("'api.json'", "'api.json', heading: 'All of'")
    site.write('site.config.ts', config)
    site.write('node_modules/docsgen-plugin-chart/max.mjs', 'export const MAX = 9\n')
    await build(site)
    expect(site.read('dist/api/f3.html')).toContain('All of f3')
    expect(site.read('dist/index.html')).toContain('<meter max="9"')
    for (const file of ['site.config.ts', 'node_modules/docsgen-plugin-chart/max.mjs'] as const)
      site.write(file, FILES[file])
    // The list of files also has those of earlier builds.
    const { '.docsgen.json': _list, ...same } = output
    expect((await build(site)).output).toMatchObject(same)
  })

  it('names plugins in what is wrong, and keeps the output', async () => {
    const before = site.hashes('dist')
    site.write('content/a.md', '# A\n\n```chart\n1\nx\n```\n')
    site.write('content/api/f1.md', '# Written\n')
    site.write('api.json', entries(2).replace('(/)', '(/gone.html)'))
    const { code, stderr, output: after } = await build(site)
    expect(code).toBe(1)
    expect(after).toEqual(before)
    expect(stderr).toContain('content/a.md:5:1 error chart/bar A bar must be a number.')
    expect(stderr).toContain(
      'content/api/f1.md:1:1 error plugins/duplicate-page The plugin `api` also creates this page.',
    )
    const checked = await site.run(['check'])
    expect(checked.stdout).toMatch(
      /content\/api\/f0\.md:3:\d+ error links\/page .*gone[^]*?→ The plugin `api` creates this page\./,
    )
    expect((await site.run(['check', '--fix', '--stamp'])).code).toBe(1)
    expect(() => site.read('content/api/f0.md')).toThrow('ENOENT')
  })
})

describe('a plugin that cannot be used', () => {
  it.each([
    [
      "styles: ['./lost.css']",
      2,
      "plugins/own.ts:1:1 error plugins/definition The plugin refers to `./lost.css`, which doesn't exist.",
    ],
    [
      "head: () => [{ tag: 'link', attributes: { onload: 'x' } }]",
      1,
      "content/README.md:1:1 error plugins/result The plugin `own` returned an invalid value from `head` on `content/README.md`: `result[0].attributes.onload` isn't allowed on a head tag.",
    ],
    [
      "files: () => [{ path: 'index.html', content: '' }]",
      1,
      'error plugins/duplicate-file The plugin `own` creates `/index.html`, which the site already contains.',
    ],
  ])('because of `%s` ends with code %i and its place', async (keys, expected, message) => {
    const site = createTestSite({
      'site.config.ts': twoLanguages("plugins: ['./plugins/own.ts'],"),
      'plugins/own.ts': `export default { name: 'own', ${keys} }`,
    })
    const { code, stderr } = await build(site)
    expect(stderr).toContain(message)
    expect(code).toBe(expected)
  })
})

describe('docsgen dev', () => {
  it('loads plugins and their data again when they change, and goes on with a broken one', async () => {
    const site = createTestSite({
      'site.config.ts': twoLanguages(
        "plugins: [['./plugins/api.ts', { file: 'api.json' }], './plugins/list.ts'],",
      ),
      'plugins/api.ts': API,
      'plugins/list.ts':
        "export default { name: 'list', files: site => [{ path: 'list.txt', content: site.pages.map(page => page.title).join() }] }",
      'api.json': entries(1),
    })
    const server = await startServer(site, ['dev'])
    const holds = (address: string, text: string) =>
      until(
        async () => (await (await fetch(server.origin + address)).text()).includes(text),
        () => `${text} in ${address}: ${server.output()}`,
      )
    await holds('/api/f0.html', 'API of f0')
    await holds('/list.txt', 'API of f0')
    await server.printed(/pages ready/)
    site.write('api.json', entries(2))
    await holds('/api/f1.html', 'API of f1')
    await holds('/list.txt', 'API of f1')
    site.write('plugins/api.ts', API.replace("'API of'", "'All of'"))
    await holds('/api/f1.html', 'All of f1')
    site.write('plugins/api.ts', API.replace('export default', 'export defalt'))
    await server.printed(/plugins\/api\.ts:\d+:\d+ error plugins\/load/)
    await holds('/api/f1.html', 'All of f1')
    site.write('plugins/api.ts', API.replace("'API of'", "'Most of'"))
    await holds('/api/f1.html', 'Most of f1')
  })
})
