import { describe, expect, it } from 'vitest'
import { configOf, headingsOf, moveSite } from './moving/sites.ts'
import { createFolder, git } from './site.ts'

const idsOf = (html: string) => headingsOf(html).map(heading => heading.slice(2))

const CONFIG = `import { defineConfig } from 'vitepress'
import { tabs } from 'a-plugin-that-is-not-there'
import { shared } from './shared'
import { version } from 'vitepress/package.json'
import made from './made-before.json'
const here: string = await Promise.resolve(import.meta.url)
export default defineConfig(async () => ({
  ...shared,
  srcDir: 'src',
  srcExclude: ['**/TODO.md'],
  rewrites: { 'en/:rest*': ':rest*' },
  cleanUrls: true,
  description: here.endsWith('/.vitepress/config.mts') ? 'At its place' : 'Lost',
  sitemap: { hostname: 'https://lib.example.org/docs/' },
  locales: {
    root: { label: 'English', lang: 'en' },
    es: { label: 'Español', lang: 'es', link: 'https://es.example/' },
    zh: { label: '中文', lang: 'zh-CN', markdown: { container: { tipLabel: '小提示' } } },
  },
  markdown: { lineNumbers: true, config: md => { md.use(tabs); md.use(other) } },
  themeConfig: {
    logo: { light: '/l.svg', dark: '/d.svg' },
    socialLinks: [{ icon: 'twitter', link: 'https://x.com/lib' }, { icon: { svg: '<svg/>' }, link: 'https://own.example/' }],
    editLink: { pattern: 'https://git.example/edit/main/docs/src/:path', text: 'Edit' },
    nav: [
      { text: 'Guide', link: '/guide/start', activeMatch: '/guide/' },
      { text: version, items: [{ text: 'More', items: [{ text: 'Old', link: 'https://old.example/' }] }, { text: 'Text', link: '/llms.txt' }] },
      { text: 'Lost', link: '/nowhere' },
      ...made.entries,
    ],
    sidebar: {
      '/': [{ text: 'Home', link: '/' }],
      '/guide/': { base: '/guide/', items: [
        { text: 'Basics', collapsed: true, link: 'start', items: [{ text: 'More <b>of</b> it', link: 'more' }] },
        { text: 'All', items: [{ base: '/', text: 'Top', link: 'top' }] },
      ] },
    },
    footer: { message: 'By <a href="https://us.example/">us</a>.', copyright: '© 2026' },
    carbonAds: {},
  },
}))
function other() {}
`

const FILES = {
  'docs/.vitepress/config.mts': CONFIG,
  'docs/.vitepress/shared.ts':
    "import './own.scss'\nconst __dirname: string = import.meta.dirname\nexport const shared: object = { title: __dirname && 'Lib', base: '/docs/' }\n",
  'docs/.vitepress/own.scss': '.a { .b {} }',
  'docs/.vitepress/theme/index.ts': 'export default {}\n',
  'docs/src/zh/config.ts': `import { defineAdditionalConfig } from 'vitepress'
export default defineAdditionalConfig({
  title: '库',
  themeConfig: { nav: [{ text: '指南', link: '/zh/guide/start' }], sidebar: { '/zh/guide/': { base: 'zh/guide/', items: [{ text: '开始', link: 'start' }] } }, docFooter: { prev: '上', next: '下' } },
})
`,
  'docs/src/public/llms.txt': 'text',
  'docs/src/public/l.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'docs/src/public/d.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'docs/src/en/index.md': `---
layout: home
hero: { name: Lib, actions: [{ text: Go, link: guide/start }] }
---
`,
  'docs/src/en/README.md': '# Read me\n',
  'docs/src/en/TODO.md': '# To do\n',
  'docs/src/en/top.md': '# Top\n\n[中文](../zh/guide/start.md) [start](./guide/start#Again%20–%20Now)\n',
  'docs/src/en/guide/start.md': `# Start

## Again – Now

## Again – Now

## Own {#Mine}

::: raw
Raw.
:::

::: tip
T.
:::

> [!WARNING]
> W.

<<< @/snippets/a.ts#part{1}

<!--@include: ../../parts/part.md#kept-->

Plain {{ 1 + 1 }}

::: v-pre
{{ shown }}
:::

<Demo :on="1" />
`,
  'docs/src/en/guide/more.md': '# More\n',
  'docs/src/en/pkg/[name].md': '# {{ $params.name }}\n',
  'docs/src/snippets/a.ts': 'const a = 0\n// #region part\nconst b = 1\n// #endregion part\n',
  'docs/src/parts/part.md': '## Left\n\n## Kept {#kept}\n\nText.\n',
  'docs/src/zh/index.md': '# 首页\n',
  'docs/src/zh/guide/start.md': '# 开始\n\n## 한국어\n\n::: tip\nT.\n:::\n',
}

describe('a site moved from VitePress', async () => {
  const site = createFolder(FILES)
  git(site.root, 'init', '-q')
  const { said, built } = await moveSite(site, 'vitepress')
  const html = (address: string) => site.read(`dist/${address}.html`)

  it('has the same configuration in the form of docsgen', () => {
    const foreign = { text: 'Languages', items: [{ text: 'Español', link: 'https://es.example/' }] }
    expect(configOf(site)).toEqual({
      title: 'Lib',
      contentDir: 'docs/src',
      exclude: ['**/TODO.md', 'en/pkg/[name].md'],
      rewrites: { 'en/README.md': 'read-me.md', 'en/:rest*': ':rest*' },
      publicDir: 'docs/src/public',
      description: 'At its place',
      url: 'https://lib.example.org',
      urls: 'clean',
      base: '/docs/',
      fallback: 'none',
      locales: {
        '/': {
          lang: 'en',
          label: 'English',
          editLinkText: 'Edit',
          nav: [
            { page: '/guide/start.html', text: 'Guide' },
            {
              text: 'latest',
              items: [
                { text: 'More', items: [{ text: 'Old', link: 'https://old.example/' }] },
                { text: 'Text', link: 'https://lib.example.org/docs/llms.txt' },
              ],
            },
            foreign,
          ],
          sidebar: {
            '/guide/': [
              {
                text: 'Basics',
                items: [{ page: '/guide/more.html', text: 'More of it' }],
                page: '/guide/start.html',
                collapsed: true,
              },
              { text: 'All', items: [{ page: '/top.html', text: 'Top' }], collapsible: false },
            ],
            '/': [{ page: '/', text: 'Home' }],
          },
        },
        '/zh/': {
          lang: 'zh-CN',
          label: '中文',
          title: '库',
          editLinkText: 'Edit',
          nav: [{ page: '/zh/guide/start.html', text: '指南' }, foreign],
          sidebar: {
            '/guide/': [{ page: '/zh/guide/start.html', text: '开始' }],
            '/': [{ page: '/', text: 'Home' }],
          },
          strings: { previousPage: '上', nextPage: '下', containerTip: '小提示', alertTip: '小提示' },
        },
      },
      theme: {
        logo: { light: '/l.svg', dark: '/d.svg' },
        socialLinks: [{ icon: 'x', link: 'https://x.com/lib' }],
        editLinks: true,
        editLinkPattern: 'https://git.example/edit/main/docs/src/:path',
        docsDir: '',
        sidebarDepth: 0,
        footer: 'By [us](https://us.example/).\n\n© 2026',
      },
      markdown: {
        slugs: 'vitepress',
        includeRoot: 'docs/src',
        lineNumbers: true,
        containers: { raw: { kind: 'v-pre' } },
      },
      redirects: { '/README': '/read-me' },
    })
    // As a person would write it.
    expect(site.read('site.config.ts')).toContain("\n  markdown: {\n    slugs: 'vitepress',\n")
  })

  it('keeps addresses and heading ids, and leads where the original did', () => {
    const files = Object.keys(site.hashes('dist')).filter(file => file.endsWith('.html'))
    const addresses = files.filter(file => !file.startsWith('404')).toSorted()
    const own = ['README', 'guide/more', 'guide/start', 'index', 'parts/part', 'read-me', 'search', 'top']
    const chinese = ['zh/404', 'zh/guide/start', 'zh/index', 'zh/search']
    expect(addresses).toEqual([...own, ...chinese].map(address => `${address}.html`))
    expect(idsOf(html('guide/start'))).toEqual(['start', 'again-–-now', 'again-–-now-1', 'Mine', 'kept'])
    expect(idsOf(html('zh/guide/start'))[1]).toBe('한국어'.normalize('NFKD'))
    expect(html('top')).toContain(`href="/docs/guide/start#again-${encodeURIComponent('–')}-now"`)
    expect(html('top')).toContain('href="/docs/zh/guide/start"')
    expect(html('index')).toContain('href="/docs/guide/start"')
    expect(html('guide/start')).toContain('https://git.example/edit/main/docs/src/en/guide/start.md')
    expect(html('zh/guide/start')).toContain('小提示')
    expect(built).not.toMatch(/ (?:links|nav|routes)\/\S+ /)
  })

  it('lists what was imported and what differs, what readers notice first', () => {
    expect(said.match(/(?<=^\s*)- .*/gm)).toMatchInlineSnapshot(`
      [
        "- 8 pages, 2 languages; their URLs stay the same.",
        "- Heading ids match VitePress (\`slugs: 'vitepress'\`).",
        "- \`rewrites\` lists the files whose URLs differ from their paths.",
        "- The package \`a-plugin-that-is-not-there\` isn't installed, so settings from it weren't imported.",
        "- The configuration imports \`./made-before.json\`, which doesn't exist (is it generated?). Settings from it weren't imported.",
        "- The navigation entry \`Lost\` wasn't imported: \`/nowhere\` doesn't match any page.",
        "- Languages whose \`link\` points to another site were added to the navigation as a \`Languages\` menu.",
        "- \`themeConfig.carbonAds\` isn't supported.",
        "- The link to \`https://own.example/\` wasn't imported: its icon isn't a file. Add the link to \`theme.socialLinks\` with an image.",
        "- The Markdown plugin \`a-plugin-that-is-not-there\` isn't supported.",
        "- The Markdown plugin \`a function\` isn't supported.",
        "- \`.vitepress/theme/index.ts\`: not imported. Recreate the customizations you want to keep in \`templates/\`.",
        "- Pages from the dynamic routes \`en/pkg/[name].md\` weren't imported. Create them with the \`pages\` hook of a plugin.",
        "- The component \`<Demo>\` wasn't imported: en/guide/start.md:30.",
        "- \`{{ … }}\` isn't evaluated and is shown as text: en/guide/start.md:24.",
      ]
    `)
  })
})

it('a site with broken links is imported so that it builds, with their number', async () => {
  const site = createFolder({
    'docs/.vitepress/config.mjs': 'export default {}\n',
    'docs/index.md': '# Home\n\n[a](./gone.md) [b](#gone) ![c](./gone.png)\n',
  })
  const { stdout, stderr } = await site.run(['init', '--from', 'vitepress'])
  expect(stdout + stderr).toContain(
    "3 links, anchors or files were broken before the import. `check.build: 'warn'`",
  )
  expect(site.read('site.config.ts')).toMatch(/^ {2}\/\/ 3 links, .*\n {2}check: \{ build: 'warn' \},$/m)
  expect((await site.run(['build'])).code).toBe(0)
})
