import { defineConfig } from 'docsgen'

const guide = [
  'start',
  'pages',
  'markdown',
  'code',
  'components',
  'languages',
  'check',
  'navigation',
  'theme',
  'plugins',
  'extras',
  'search-and-offline',
  'deploy',
  'ci',
  'security',
  'vuepress',
]

const reference = ['cli', 'configuration', 'frontmatter', 'rules', 'tokens', 'strings', 'api']

/** The documentation of docsgen, built by docsgen. */
export default defineConfig({
  title: 'docsgen',
  description: 'A documentation generator for sites in several languages',
  url: 'https://docsgen.example.org',
  plugins: ['./plugins/reference.ts', 'docsgen/plugins/math', 'docsgen/plugins/mermaid'],
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
    nav: [
      '/guide/start.html',
      {
        text: { '/': 'Reference', '/ja/': 'リファレンス', '/zh/': '参考' },
        items: reference.map(name => `/reference/${name}.html`),
      },
    ],
    sidebar: [
      {
        text: { '/': 'Guide', '/ja/': 'ガイド', '/zh/': '指南' },
        items: guide.map(name => `/guide/${name}.html`),
      },
      {
        text: { '/': 'Reference', '/ja/': 'リファレンス', '/zh/': '参考' },
        items: reference.map(name => `/reference/${name}.html`),
      },
    ],
  },
})
