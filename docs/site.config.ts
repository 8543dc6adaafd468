import { defineConfig } from 'docsgen'

/** A group of the sidebar: its title in each language, and pages of a folder. */
const group = (texts: [en: string, ja: string, zh: string], folder: string, names: string[]) => ({
  text: { '/': texts[0], '/ja/': texts[1], '/zh/': texts[2] },
  items: names.map(name => `/${folder}/${name}.html`),
})

const writing = ['start', 'pages', 'markdown', 'code', 'components', 'own-components', 'extras']
const languages = ['languages', 'translating', 'check']
const site = ['navigation', 'theme', 'search-and-offline', 'plugins', 'plugin-tutorial']
const publishing = [
  'deploy',
  'copies',
  'ci',
  'shared-cache',
  'versions',
  'security',
  'machines',
  'vuepress',
  'vitepress',
  'docusaurus',
  'starlight',
]
const background = ['performance', 'how-it-works', 'troubleshooting']

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
  theme: {
    nav: ['/guide/start.html', reference],
    sidebar: [
      group(['Writing', '書く', '编写'], 'guide', writing),
      group(['Languages', '言語', '语言'], 'guide', languages),
      group(['The site', 'サイト', '站点'], 'guide', site),
      group(['Publishing', '公開', '发布'], 'guide', publishing),
      group(['Background', '背景', '背景'], 'guide', background),
      reference,
    ],
  },
})
