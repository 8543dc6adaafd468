import { defineConfig } from 'docsgen'
import manifest from '../package.json' with { type: 'json' }
import { questions } from './questions.ts'

/** A group of the sidebar: its title in each language, and pages of a folder. */
const group = (texts: [en: string, ja: string, zh: string], folder: string, names: string[]) => ({
  text: { '/': texts[0], '/ja/': texts[1], '/zh/': texts[2] },
  items: names.map(name => `/${folder}/${name}.html`),
})

const introduction = ['what-is', 'start']
const writing = ['pages', 'home', 'markdown', 'code', 'components', 'own-components', 'extras']
const languages = ['languages', 'first-translation', 'translating', 'check']
const customizing = [
  'navigation',
  'theme',
  'dark-mode',
  'not-found',
  'search-and-offline',
  'plugins',
  'plugin-tutorial',
  'recipes',
]
const publishing = [
  'deploy',
  'ci',
  'machines',
  'analytics',
  'comments',
  'security',
  'copies',
  'versions',
  'shared-cache',
]
const migrating = ['vuepress', 'vitepress', 'docusaurus', 'starlight', 'other-generators']
const background = [
  'performance',
  'how-it-works',
  'support',
  'upgrading',
  'troubleshooting',
  'faq',
  'changelog',
]

const reference = group(['Reference', 'リファレンス', '参考'], 'reference', [
  'cli',
  'configuration',
  'frontmatter',
  'components',
  'rules',
  'tokens',
  'strings',
  'api',
])

/** The repository and edit links appear as soon as `package.json` names the repository. */
const { repository } = manifest as { repository?: string }

/** The documentation of docsgen, built by docsgen. */
export default defineConfig({
  title: 'docsgen',
  description: 'A documentation generator for sites in several languages',
  url: 'https://docsgen.example.org',
  plugins: [
    './plugins/reference.ts',
    './plugins/whole-code.ts',
    'docsgen/plugins/math',
    'docsgen/plugins/mermaid',
  ],
  locales: {
    '/': { lang: 'en-US', label: 'English' },
    '/ja/': {
      lang: 'ja',
      label: '日本語',
      description: '多言語サイトのためのドキュメントジェネレーター',
    },
    '/zh/': { lang: 'zh-CN', label: '简体中文', description: '面向多语言站点的文档生成器' },
  },
  check: {
    search: questions,
    exemptions: [
      {
        rules: ['coverage/untranslated'],
        pages: ['/reference/tokens.html'],
        reason: 'Mostly values of CSS.',
      },
      {
        rules: ['coverage/*'],
        pages: ['/guide/changelog.html'],
        reason: 'The changelog is in English.',
      },
    ],
  },
  markdown: { allowFiles: ['../CHANGELOG.md'] },
  head: [{ tag: 'link', attributes: { rel: 'icon', href: '/icon.svg' } }],
  theme: {
    ...(repository !== undefined && { repo: repository, editLinks: true }),
    lastUpdated: true,
    logo: { light: '/logo.svg', dark: '/logo-dark.svg' },
    footer: {
      '/': 'Released under the MIT license.',
      '/ja/': 'MIT ライセンスで公開しています。',
      '/zh/': '以 MIT 许可证发布。',
    },
    nav: ['/guide/what-is.html', '/guide/start.html', reference],
    colors: {
      light: {
        brand: '#2f6fb5',
        accent: '#1d5c9e',
        'accent-strong': '#164677',
        'accent-soft': '#e6f0fa',
        selection: '#c5def5',
      },
      dark: {
        brand: '#5aa2e6',
        accent: '#7db8f0',
        'accent-strong': '#a9d1f7',
        'accent-soft': '#182a3d',
        selection: '#2a4a6b',
      },
    },
    sidebarDepth: 0,
    sidebar: [
      group(['Introduction', '概要', '简介'], 'guide', introduction),
      group(['Writing', '執筆', '编写'], 'guide', writing),
      group(['Languages', '言語', '语言'], 'guide', languages),
      group(['Customizing', 'カスタマイズ', '定制'], 'guide', customizing),
      group(['Publishing', '公開', '发布'], 'guide', publishing),
      group(['Migrating', '移行', '迁移'], 'guide', migrating),
      group(['More', 'その他', '更多'], 'guide', background),
      reference,
    ],
  },
})
