import path from 'node:path'
import { expect, test } from 'vitest'
import { readDocusaurus } from '../../../../src/import/docusaurus/docusaurus.ts'
import { readStarlight } from '../../../../src/import/starlight/starlight.ts'
import { readVitepress } from '../../../../src/import/vitepress/vitepress.ts'
import { findFolder } from '../../../../src/import/common/find.ts'
import { Notes } from '../../../../src/import/common/importer.ts'
import type { Values } from '../../../../src/import/common/values.ts'
import { createFindPage, createPage, withIncludes } from '../../../../src/import/common/vue.ts'
import { contrast, readHex, translateVuepress } from '../../../../src/import/vuepress/config.ts'
import { chooseSlugs, readPalette, readVuepress } from '../../../../src/import/vuepress/vuepress.ts'
import { createFolder } from '../../../sites/site.ts'

const top = createFolder()

/** Writes files, empty ones for names alone, below the folder `name`, which it gives back. */
function write(name: string, files: readonly string[] | Record<string, string>): string {
  const texts = files instanceof Array ? Object.fromEntries(files.map(file => [file, ''])) : files
  for (const [file, text] of Object.entries(texts)) top.write(path.join(name, file), text)
  return path.join(top.root, name)
}

let count = 0

/** The translation of a configuration, with what is said of it. */
function translate(config: Values, palette = '') {
  const notes = new Notes()
  const translated = translateVuepress({
    config,
    source: 'docs',
    findPage: createFindPage(['README.md', 'guide/install.md'], ['/at/once/']),
    redirects: '',
    slugs: 'vuepress-nfkd',
    palette: readPalette(palette),
    pagesWith: name => (name === 'used' ? 2 : 0),
    note: notes.add,
  })
  return { ...translated, notes: notes.list() }
}

test('menus keep their groups; `/path/` and permalinks lead to their pages; what a missing package makes is empty', () => {
  const items = [
    { text: 'Group', items: [{ text: 'Install', link: '/guide/install/' }] },
    { text: 'Empty', items: [{ text: 'Lost', link: '/lost/' }] },
    { text: 'At once', link: '/at/once/' },
  ]
  const sidebar = { $call: 'vuepress-bar', args: ['docs', ['a', 'A']] }
  const themeConfig = { nav: [{ text: 'More', items }], sidebarDepth: 3, sidebar }
  const { theme, notes } = translate({ themeConfig })
  const group = { text: 'Group', items: [{ page: '/guide/install.html', text: 'Install' }] }
  expect(theme?.nav).toEqual([{ text: 'More', items: [group, { page: '/at/once/', text: 'At once' }] }])
  expect([theme?.sidebarDepth, theme?.sidebar]).toEqual([2, {}])
  expect(notes).toEqual(["The navigation entry `Lost` wasn't imported: `/lost/` doesn't match any page."])
})

test('plugins are translated, or reported with what to do; a theme that looks the same is not reported', () => {
  const plugins = [
    '@vuepress/medium-zoom',
    ['@vuepress/pwa', { serviceWorker: true }],
    ['@vuepress/google-analytics', { ga: 'G-ABC123' }],
    ['vuepress-plugin-mathjax', {}],
    'flowchart',
    ['vuepress-plugin-container', { type: 'used', before: '<div>' }],
    ['vuepress-plugin-container', { type: 'unused', before: '<div>' }],
  ]
  expect(translate({ theme: '@vuepress/vue', plugins, chainWebpack: {} })).toMatchObject({
    plugins: ['docsgen/plugins/math'],
    analytics: { provider: 'google', id: 'G-ABC123' },
    notes: [
      "The plugin `flowchart` isn't supported: use `mermaid` code blocks, and add the plugin `docsgen/plugins/mermaid`.",
      'The container `used` renders its own HTML, so it was converted to a plain box.',
      "`configureWebpack` and `chainWebpack` aren't supported because docsgen doesn't use webpack.",
    ],
  })
})

test.each(['#e7298a', '#ffcc00', '#0044cc', '#222', '#9fe8ff'])(
  'the accent %s is kept, and text in it can be read in both schemes',
  accent => {
    const { light, dark } = translate({}, `$accentColor = ${accent}`).theme?.colors ?? {}
    const whole = accent.replace('#222', '#222222')
    expect([light?.brand, dark?.brand]).toEqual([whole, whole])
    expect(contrast(readHex(light?.accent ?? ''), readHex('#fff'))).toBeGreaterThan(5.5)
    expect(contrast(readHex(dark?.accent ?? ''), readHex('#14181b'))).toBeGreaterThan(5.9)
  },
)

test.each([
  ['$textColor = #333', { text: '#333333' }],
  ['$borderColor ?= #abc', { border: '#abc' }],
  [
    '$badgeTipColor = #42b983\n$badgeWarningColor = #700\n$badgeErrorColor = #800000',
    { warning: '#770000', danger: '#800000' },
  ],
  // The accent of the default theme, chosen for something else.
  ['$textColor = #3eaf7c', { text: '#297352' }],
  ['/*\n$textColor = #f00\n*/\n$borderColor = #eaecef', undefined],
  // The colors of the default theme are nobody's choice.
  ['$accentColor = #3eaf7c\n// $textColor = #f00', undefined],
  ['$arrowBgColor = #ccc', undefined, "Colors in `palette.styl` that weren't imported: `$arrowBgColor`."],
])('`%s` becomes colors of the light scheme', (palette, light, ...said) => {
  const { theme, notes } = translate({}, palette)
  expect([theme?.colors, notes]).toEqual([light && { light }, said])
})

test('a site is found wherever it lies in a repository, the nearest first', () => {
  const configs = ['node_modules/x/docs/.vuepress/config.js', 'packages/lib/site/.vuepress/config.ts']
  const root = write('mono', ['.git/HEAD', ...configs])
  const folder = path.join(root, 'packages/lib/site')
  for (const dir of [root, folder])
    expect(findFolder(dir, '.vuepress')).toEqual({ folder, isRepository: false })
  write('mono', ['docs/.vuepress/public/a.png'])
  expect(findFolder(root, '.vuepress')).toMatchObject({ folder: path.join(root, 'docs') })
})

test.each([
  [readVuepress, ['.git/HEAD', '.vuepress/config.js', 'a.md'], 'Move the pages and `.vuepress` to `docs`'],
  [readVuepress, ['a/b.md'], 'There is no `.vuepress` folder'],
  [readVitepress, ['a/b.md'], 'There is no `.vitepress` folder'],
  [readDocusaurus, ['a/b.md'], 'There is no `docusaurus.config.ts`'],
  [readDocusaurus, ['siteConfig.js'], 'This is a Docusaurus 1 site'],
  [readStarlight, ['a/b.md'], 'There is no `astro.config.mjs`'],
])('%o with %j finds no site to import', async (read, files, problem) => {
  const root = write(String((count += 1)), files)
  expect(await read(root)).toMatchObject({ problem: expect.stringContaining(problem) })
})

test('pages may include what they include: the rest of the repository, and hidden files', () => {
  const beside = ['../.git/HEAD', '../.env', '../src/a.ts', '../src/b.ts']
  const root = write('includes/site', [...beside, 'docs/.vuepress/a.js', 'inside.js'])
  const page = createPage(
    'guide/x.md',
    '<<< @/../src/a.ts\n<<< @/../src/b.ts#part{1}\n<<< @/docs/.vuepress/a.js\n<<< @/inside.js\n<<< @/../lost.ts\n<<< @/../.env\n<<< @/../../../../../../../etc/passwd\n\n```md\n<<< @/../no.ts\n```\n',
  )
  const notes = new Notes()
  const folders = { root, dir: path.dirname(root), source: 'docs', includeRoot: '.' }
  expect(withIncludes({ config: {}, ...folders, pages: [page] }, notes)).toEqual({
    markdown: { allowFiles: ['../lost.ts', '../src/a.ts', '../src/b.ts', 'docs/.vuepress/a.js'] },
    check: { rules: { 'markdown/snippet-missing': 'warning' } },
  })
  expect(notes.list()).toEqual([
    "Included files were added to `markdown.allowFiles` because they're hidden or outside the site folder: `../lost.ts`, `../src/a.ts`, `../src/b.ts`, `docs/.vuepress/a.js`.",
    "Included files weren't added to `markdown.allowFiles` because they may contain secrets: `../../../../../../../etc/passwd`, `../.env`.",
    "Snippets refer to files that don't exist: guide/x.md:5.",
  ])
})

const wanted = (version: string) => JSON.stringify({ devDependencies: { vuepress: version } })

test.each([
  ['package-lock.json', '{"packages":{"node_modules/vuepress":{"version":"1.5.3"}}}', '1.5.3', ''],
  ['docs/package-lock.json', '{"dependencies":{"@vuepress/core":{"version":"1.8.2"}}}', '1.8.2', '-nfkd'],
  ['yarn.lock', 'vuepress-x@^1:\n  version "9.0.0"\n\nvuepress@^1.5.3:\n  version "1.5.3"\n', '1.5.3', ''],
  ['yarn.lock', '"vuepress@npm:^1.5.3":\n  version: 1.9.7\n', '1.9.7', '-nfkd'],
  ['pnpm-lock.yaml', 'packages:\n\n  /vuepress/1.5.2_abc@1:\n    dev: true\n', '1.5.2', ''],
  ['pnpm-lock.yaml', "  '@vuepress/core@1.8.2':\n", '1.8.2', '-nfkd'],
  ['node_modules/vuepress/package.json', '{"version":"1.5.4"}', '1.5.4', '-nfkd'],
  ['package.json', wanted('1.4.1'), '1.4.1', ''],
  ['package.json', wanted('^1.5.3'), '^1.5.3', '-nfkd'],
  ['package.json', wanted('~1.4.0'), '~1.4.0', ''],
  ['package.json', wanted('^0.14.11'), '^0.14.11', ''],
  ['package.json', wanted('2.0.0-rc.1'), '2.0.0-rc.1', '-nfkd'],
  // A script or a damaged file has no version.
  ['package.json', '{ "scripts": { "vuepress": "vuepress build docs2" }', undefined, ''],
])('%s with %s has version %s of VuePress', (file, text, version, suffix) => {
  const files = { '.git/HEAD': '', 'docs/README.md': '', 'yarn.lock': '', 'package.json': wanted('^1.0.0') }
  const root = write(String((count += 1)), { ...files, [file]: text })
  const said = version && `\`${path.posix.relative('docs', file)}\` lists version \`${version}\``
  expect(chooseSlugs(path.join(root, 'docs'))).toEqual({
    slugs: `vuepress${suffix}`,
    reason: expect.stringContaining(said ?? 'lists VuePress') as string,
  })
})
