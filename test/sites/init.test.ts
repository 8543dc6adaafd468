import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { configOf } from './moving/sites.ts'
import { createFolder, createTestSite } from './site.ts'

describe('docsgen init', () => {
  it('writes a site that builds and checks without a finding', async () => {
    const site = createFolder()
    const { code, stderr } = await site.run(['init', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toContain('content/guide/start.md')
    expect(stderr).toContain('Next: run `npx docsgen dev`')
    expect(site.read('.gitignore')).toBe('dist/\nnode_modules/\n')
    expect(JSON.parse(site.read('package.json'))).toMatchObject({ scripts: { dev: 'docsgen dev' } })
    const schema = './node_modules/docsgen/compiled/schema/frontmatter.json'
    const settings = { 'yaml.schemas': { [schema]: 'content/**/*.md' } }
    expect(JSON.parse(site.read('.vscode/settings.json'))).toEqual(settings)
    const built = await site.run(['build'])
    expect(built.stderr).not.toMatch(/ (?:error|warning) /)
    expect(built.code).toBe(0)
    expect(existsSync(path.join(site.root, 'dist/guide/start.html'))).toBe(true)
    expect((await site.run(['check'])).code).toBe(0)
  })

  it('writes further languages with their own names, which check accepts', async () => {
    const site = createFolder()
    const languages = ['fr', 'ja', 'zh-CN', 'pt-BR', 'ru']
    const args = ['--yes', '--locale', ...languages, '--url', 'https://me.example/lib']
    expect((await site.run(['init', 'docs/new', ...args])).code).toBe(0)
    const config = site.read('docs/new/site.config.ts')
    expect(config).toContain("'/fr/': { lang: 'fr', label: 'Français' }")
    expect(config).toContain("'/zh-cn/': { lang: 'zh-CN', label: '简体中文' }")
    expect(config).toContain("url: 'https://me.example',\n  base: '/lib/',")
    const built = await site.run(['build', 'docs/new', '--strict'])
    expect(built.stderr).not.toMatch(/ (?:error|warning|info) /)
    expect(built.code).toBe(0)
    expect(existsSync(path.join(site.root, 'docs/new/dist/pt-br/guide/start.html'))).toBe(true)
    expect(site.read('docs/new/dist/index.html')).toContain('href="/lib/favicon.svg"')
    expect((await site.run(['check', 'docs/new', '--max-warnings', '0'])).stdout).toContain(
      'No problems found',
    )
  })

  it('leaves to the author what it cannot translate, with one note', async () => {
    const site = createFolder()
    // The last word is the folder: no language has the name.
    expect((await createFolder().run(['init', '--yes', '--locale', 'fr', '.'])).code).toBe(0)
    const { code, stderr } = await site.run(['init', '--yes', '--locale', 'ar', 'sw,ja', 'docs'])
    expect(code).toBe(0)
    expect(stderr).toContain('The first pages in `content/ar/`, `content/sw/` are still in English')
    expect(site.read('docs/site.config.ts')).toContain("'/ar/': { lang: 'ar', label: 'العربية' }")
    const { stdout } = await site.run(['check', 'docs'])
    expect(stdout.match(/^content.* warning coverage\/untranslated/gm)).toHaveLength(4)
    expect(stdout.match(/\b(?:info|warning|error) (?:i18n|parity)\/.*/g)).toEqual([
      'warning i18n/ui-strings The UI strings of `/sw/` are in the source language.',
      'info i18n/interface-language docsgen has no UI strings for `sw`, so `/sw/` uses the English ones.',
    ])
  })

  it('adds to the project what a site in one of its folders needs, and changes nothing there', async () => {
    const site = createFolder({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'package.json': '{\n    "name": "my-lib",\n    "scripts": { "build": "tsc", "docs:dev": "mine" }\n}\n',
      'docs/.gitignore': '/dist\n*.log',
      '.vscode/settings.json': '{ "mine": true }\n',
    })
    const { code, stderr } = await site.run(['init', 'docs', '--yes', '--ci', 'github'])
    expect(code, stderr).toBe(0)
    expect(site.read('package.json')).toBe(`{
    "name": "my-lib",
    "scripts": {
        "build": "tsc",
        "docs:dev": "mine",
        "docs:build": "docsgen build docs",
        "docs:preview": "docsgen preview docs",
        "docs:check": "docsgen check docs"
    }
}
`)
    expect(site.read('docs/.gitignore')).toBe('/dist\n*.log\nnode_modules/\n')
    expect(site.read('.vscode/settings.json')).toBe('{ "mine": true }\n')
    expect(stderr).toContain(
      '`"yaml.schemas":{"./node_modules/docsgen/compiled/schema/frontmatter.json":"docs/content/**/*.md"}`',
    )
    const workflow = site.read('.github/workflows/docs.yml')
    expect(workflow).toContain('docsgen build docs --base "${{ steps.pages.outputs.base_path }}/"')
    expect(workflow).toContain('path: docs/dist')
    expect((await site.run(['build', 'docs'])).code).toBe(0)
    expect(existsSync(path.join(site.root, 'docs/node_modules'))).toBe(false)
  })

  it('overwrites nothing, and lists what is left to do on a host', async () => {
    const site = createTestSite({ 'content/README.md': '# Mine\n' })
    const { code, stderr } = await site.run(['init', '--yes'])
    expect(code).toBe(2)
    expect(stderr).toContain('`site.config.ts`, `content/README.md` already exist')
    expect(site.read('content/README.md')).toBe('# Mine\n')
    expect(existsSync(path.join(site.root, 'content/guide'))).toBe(false)
    const other = await site.run(['init', 'other', '--yes', '--ci', 'cloudflare'])
    expect(other.stderr).toContain(
      'Still to do:\n  - In the repository settings, add the secrets `CLOUDFLARE_API_TOKEN`',
    )
  })

  it('refuses wrong options', async () => {
    const site = createFolder()
    const wrong =
      '--from jekyll, --locale ../x --yes, --url ftp://a.example --yes, --locale fr jp --yes, --ci jenkins --yes, --form vuepress1, --from vuepress1'
    for (const args of wrong.split(', '))
      expect([args, (await site.run(['init', ...args.split(' ')])).code]).toEqual([args, 2])
  })
})

const VUEPRESS_CONFIG = `
const path = require('path')
const shared = require('./shared')
const analytics = require('a-package-that-is-not-installed')
console.log('noise on stdout')
module.exports = ctx => ({
  title: 'Widgets',
  description: 'A library of widgets',
  base: '/widgets/',
  dest: 'docs/.vuepress/dist',
  head: [
    ['link', { rel: 'icon', href: '/icon.png' }],
    ['meta', { name: 'theme-color', content: '#336699' }],
    ['script', {}, 'window.inline = true'],
  ],
  locales: {
    '/': { lang: 'en-US', title: 'Widgets' },
    '/fr/': { lang: 'fr-FR', title: 'Composants', description: 'Une bibliothèque' },
  },
  themeConfig: {
    logo: '/logo.png',
    repo: 'example/widgets',
    docsDir: 'docs',
    editLinks: true,
    lastUpdated: 'Changed',
    sidebarDepth: 2,
    displayAllHeaders: true,
    algolia: ctx.isProd && { apiKey: 'abc', indexName: 'widgets', algoliaOptions: { facetFilters: ['tags:v1'] } },
    locales: {
      '/': {
        label: 'English',
        selectText: 'Languages',
        editLinkText: 'Edit',
        nav: [
          { text: 'Guide', link: '/guide/' },
          { text: 'More', items: [
            { text: 'API', link: '/api/createWidget' },
            { text: 'Group', items: [{ text: 'Forum', link: 'https://forum.example.org/' }] },
          ] },
          { text: 'Lost', link: '/nowhere/' },
        ],
        sidebar: {
          '/guide/': ['', 'install', ['advanced', 'For experts'], { title: 'Elsewhere', path: 'https://example.org/' }],
          '/api/': 'auto',
          '/': [
            '/',
            { title: 'Guide', collapsable: false, path: '/guide/', children: ['/guide/install', '/guide/advanced.md'] },
            '/lost/',
          ],
        },
      },
      '/fr/': { label: shared.french, lastUpdated: 'Modifié', nav: [{ text: 'Guide', link: '/fr/guide/' }], sidebar: ['/fr/', '/fr/guide/'] },
    },
  },
  markdown: {
    lineNumbers: true,
    slugify: text => text,
    extendMarkdown: md => { md.set({ breaks: false }); md.use(require('markdown-it-include'), './docs/') },
  },
  plugins: [
    ['@vuepress/google-analytics', { ga: 'UA-1' }],
    '@vuepress/back-to-top',
    ['container', { type: 'theorem', defaultTitle: { '/': 'THEOREM', '/fr/': 'THÉORÈME' } }],
    ['vuepress-plugin-container', { type: 'right', before: () => '<div>', after: () => '</div>' }],
    analytics,
  ],
  chainWebpack: () => {},
})
`

const VUEPRESS_SITE = {
  'docs/.vuepress/config.js': VUEPRESS_CONFIG,
  'docs/.vuepress/shared.js': "exports.french = 'Français'\n",
  'docs/.vuepress/public/_redirects':
    '/old.html /guide/install\n/api/createwidget /api/#x\n/en/* /:splat\n/x https://example.org/ 302\n',
  'docs/.vuepress/public/icon.png': 'icon',
  'docs/.vuepress/components/Demo.vue': '<template><p/></template>',
  'docs/README.md': '# Widgets\n\n## Why?\n\n## Why?\n\nText {{ 1 + 1 }}.\n',
  'docs/guide/README.md':
    '## Guide {#own}\n\n### Œuvre & Straße\n\n### 2 things\n\n!!!include(parts/shared.md)!!!\n',
  'docs/guide/install.md':
    '# Install\n\n## `npm` or [yarn](https://example.org/)\n\n::: theorem\nTrue.\n:::\n',
  'docs/guide/advanced.md': '# Advanced\n\n## snake_case & more!\n\n<Demo/>\n',
  'docs/api/createWidget.md': '# createWidget()\n\n## Options\n',
  'docs/api/index.md': '# API\n',
  'docs/parts/shared.md': '### Shared part\n',
  'docs/fr/README.md': '# Composants\n\n## Déjà vu\n',
  'docs/fr/guide/README.md': '# Guide\n\n## 第一，步\n\n## Ёлка л\n',
}

interface Routes {
  site: { base: string }
  pages: { path: string; title: string; headers?: { slug: string }[] }[]
  routes: { path: string; page?: string; redirect?: string }[]
}

describe('docsgen init --from vuepress1', () => {
  it('keeps every address and heading id of a site, and lists what it cannot keep', async () => {
    const site = createFolder(VUEPRESS_SITE)
    const { code, stderr } = await site.run(['init', '--from', 'vuepress1'])
    expect(stderr).not.toContain('internal error')
    expect(code).toBe(0)

    expect(configOf(site)).toEqual({
      title: 'Widgets',
      description: 'A library of widgets',
      base: '/widgets/',
      // It names files that don't exist.
      check: { build: 'warn' },
      head: [
        { tag: 'link', attributes: { rel: 'icon', href: '/icon.png' } },
        { tag: 'meta', attributes: { name: 'theme-color', content: '#336699' } },
      ],
      contentDir: 'docs',
      publicDir: 'docs/.vuepress/public',
      redirects: {
        '/old.html': '/guide/install.html',
        '/api/createwidget': '/api/#x',
        '/x': 'https://example.org/',
      },
      fallback: 'none',
      locales: {
        '/': {
          lang: 'en-US',
          label: 'English',
          title: 'Widgets',
          selectText: 'Languages',
          editLinkText: 'Edit',
          nav: [
            { page: '/guide/', text: 'Guide' },
            {
              text: 'More',
              items: [
                { page: '/api/createWidget.html', text: 'API' },
                { text: 'Group', items: [{ text: 'Forum', link: 'https://forum.example.org/' }] },
              ],
            },
          ],
          sidebar: {
            '/guide/': [
              '/guide/',
              '/guide/install.html',
              { page: '/guide/advanced.html', text: 'For experts' },
              { text: 'Elsewhere', link: 'https://example.org/' },
            ],
            '/api/': 'auto',
            '/': [
              '/',
              {
                text: 'Guide',
                items: ['/guide/install.html', '/guide/advanced.html'],
                page: '/guide/',
                collapsible: false,
              },
            ],
          },
          strings: { lastUpdated: 'Changed' },
        },
        '/fr/': {
          lang: 'fr-FR',
          label: 'Français',
          title: 'Composants',
          description: 'Une bibliothèque',
          nav: [{ page: '/fr/guide/', text: 'Guide' }],
          sidebar: ['/fr/', '/fr/guide/'],
          strings: { lastUpdated: 'Modifié' },
        },
      },
      theme: {
        logo: '/logo.png',
        repo: 'example/widgets',
        docsDir: 'docs',
        editLinks: true,
        sidebarDepth: 2,
        docsBranch: 'master',
        lastUpdated: true,
        search: { provider: 'docsearch', key: 'abc', indexName: 'widgets', facetFilters: ['tags:v1'] },
      },
      markdown: {
        slugs: 'vuepress',
        lineNumbers: true,
        includeRoot: './docs/',
        containers: {
          theorem: { kind: 'info', title: { '/': 'THEOREM', '/fr/': 'THÉORÈME' } },
          right: { kind: 'info', title: 'RIGHT' },
        },
      },
    })

    const listed = await site.run(['routes', '--json'])
    expect(listed.code).toBe(0)
    const { pages, routes, site: info } = JSON.parse(listed.stdout) as Routes
    expect(info.base).toBe('/widgets/')
    // What VuePress 1.5.3 makes of these files.
    const ids = pages.map(page => [page.path, page.headers?.map(header => header.slug) ?? []])
    expect(Object.fromEntries(ids)).toEqual({
      '/': ['why', 'why-2'],
      '/api/': [],
      '/api/createWidget.html': ['options'],
      '/fr/': ['deja-vu'],
      '/fr/guide/': ['第一，步', 'ёnка-n'],
      '/guide/': ['guide-own', 'oeuvre-strasse', '_2-things', 'shared-part'],
      '/guide/advanced.html': ['snake-case-more'],
      '/guide/install.html': ['npm-or-yarn'],
      '/parts/shared.html': ['shared-part'],
    })
    const redirects = routes.filter(route => route.redirect).map(route => [route.path, route.redirect])
    expect(redirects).toEqual(
      expect.arrayContaining([
        ['/guide/index.html', '/guide/'],
        ['/old.html', '/guide/install.html'],
        ['/api/createwidget', '/api/#x'],
        ['/x', 'https://example.org/'],
      ]),
    )

    for (const note of [
      'a-package-that-is-not-installed',
      'An inline `<script>` in `head`',
      '`/nowhere/`',
      '`/lost/`',
      '`themeConfig.displayAllHeaders`',
      '`markdown.slugify`',
      '`UA-1` is a Universal Analytics property',
      '`chainWebpack`',
      'Host-specific rules in `_redirects` were copied unchanged: 1.',
      "`{{ … }}` isn't evaluated and is shown as text: README.md:7.",
      "The component `<Demo>` (`.vuepress/components/Demo.vue`) wasn't imported: guide/advanced.md:5.",
    ]) {
      expect(stderr).toContain(note)
    }

    const built = await site.run(['build'])
    expect(built.stderr).not.toMatch(/ error /)
    expect(built.code).toBe(0)
    expect(site.read('dist/guide/install.html')).toContain('THEOREM')
    expect(site.read('dist/_redirects')).toContain('/en/* /:splat')
    expect(site.read('dist/icon.png')).toBe('icon')
  })

  it('runs the configuration in another process, and reports how it failed', async () => {
    const site = createFolder({ 'docs/README.md': '# Home\n' })
    const said = {
      'process.exit(0)': 'failed to load: it exited',
      "throw new Error('no key')": 'failed to load: no key',
    }
    for (const [config, problem] of Object.entries(said)) {
      site.write('docs/.vuepress/config.js', config)
      const { code, stderr } = await site.run(['init', '--from', 'vuepress1'])
      expect([code, stderr]).toEqual([2, expect.stringContaining(problem)])
    }
    expect(existsSync(path.join(site.root, 'site.config.ts'))).toBe(false)
  })

  it('reads TypeScript with what it imports, and writes no configuration that would be refused', async () => {
    const site = createFolder({
      'docs/README.md': '# Home\n\n## Straße\n',
      'docs/.vuepress/types.ts': 'export interface Own { a: string }\n',
      'docs/.vuepress/nav.ts':
        "export const nav: { text: string; link: string }[] = [{ text: 'Start', link: '/' }]\n",
      'docs/.vuepress/config.ts': `import { defineConfig } from 'vuepress/config'
       import type { Own } from './types'
       import { nav } from './nav'
       export default defineConfig<Own>(() => ({
         title: 'Written in TypeScript',
         head: [
           ['script', { src: 'https://cdn.example.org/a.js' }],
           ['meta', { 'http-equiv': 'refresh', content: '0' }],
         ],
         themeConfig: { nav },
         plugins: [['sitemap', { hostname: 'https://widgets.example.org/' }], 'clean-urls'],
       }))\n`,
    })
    const { code, stderr } = await site.run(['init', '--from', 'vuepress1'])
    expect(code, stderr).toBe(0)
    expect(configOf(site)).toMatchObject({
      title: 'Written in TypeScript',
      url: 'https://widgets.example.org',
      urls: 'clean',
      head: [{ tag: 'script', attributes: { src: 'https://cdn.example.org/a.js' } }],
      theme: { nav: [{ page: '/', text: 'Start' }] },
    })
    expect(stderr).not.toContain('Set `url`')
    expect((await site.run(['build'])).code).toBe(0)
    expect(site.read('dist/sitemap.xml')).toContain('https://widgets.example.org/')
  })

  it('reads YAML, also from inside the source folder, and overwrites nothing', async () => {
    const site = createFolder({
      'docs/README.md': '# Home\n\n## Straße\n',
      'docs/.vuepress/config.yml': 'title: Written in YAML\nthemeConfig:\n  sidebar: [/]\n',
    })
    expect((await site.run(['init', 'docs', '--from', 'vuepress1'])).code).toBe(0)
    expect(configOf(site).title).toBe('Written in YAML')
    const { pages } = JSON.parse((await site.run(['routes', '--json'])).stdout) as Routes
    expect(pages.map(page => page.headers?.[0]?.slug)).toEqual(['strasse'])
    site.write('site.config.ts', 'mine')
    expect((await site.run(['init', '--from', 'vuepress1'])).code).toBe(2)
    expect(site.read('site.config.ts')).toBe('mine')
  })
})
