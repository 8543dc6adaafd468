import { defineConfig } from 'docsgen'

/** About twenty pages with what real documentation uses, in six languages of different completeness. */
export default defineConfig({
  title: 'Teapot',
  url: 'https://teapot.example',
  contentDir: 'docs',
  markdown: { slugs: 'vuepress' },
  fallback: 'none',
  redirects: { '/old-guide.html': '/guide/brewing.html' },
  locales: {
    '/': { lang: 'en-US', label: 'English' },
    '/ja/': { lang: 'ja', label: '日本語' },
    '/zh/': { lang: 'zh-CN', label: '简体中文' },
    '/ru/': { lang: 'ru', label: 'Русский' },
    '/fr/': { lang: 'fr', label: 'Français' },
    '/pt/': { lang: 'pt', label: 'Português' },
  },
  theme: {
    repo: 'teapot/teapot',
    docsDir: 'docs',
    editLinks: true,
    nav: ['/guide/', '/api/'],
    sidebar: ['/', '/guide/', '/guide/install', '/guide/brewing', '/api/', '/api/options'],
  },
  // What `check` is to find.
  check: { build: 'warn' },
})
