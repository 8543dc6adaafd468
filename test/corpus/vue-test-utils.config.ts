import { defineConfig, type UserConfig } from 'docsgen'

type Locale = NonNullable<UserConfig['locales']>[string]

const SIDEBAR = [
  '/',
  '/installation/',
  '/guides/',
  '/api/',
  '/api/wrapper/',
  '/api/wrapper-array/',
  '/api/options',
  '/api/components/',
]

/** A language of the corpus: navigation and sidebar as its own configuration has them. */
function locale(path: string, guides: string, given: Locale): Locale {
  const prefix = path.slice(0, -1)
  return {
    title: 'Vue Test Utils',
    nav: [
      { text: 'API', link: `${prefix}/api/` },
      { page: `${prefix}/guides/`, text: guides, items: [nextVersion(path)] },
      ...upgrading(path),
    ],
    sidebar: SIDEBAR.map(page => prefix + page),
    ...given,
  }
}

function nextVersion(path: string) {
  return path === '/pt/'
    ? { text: '2.x-beta', link: 'https://next.vue-test-utils.vuejs.org/guide/' }
    : { text: 'v2 (Vue.js 3)', link: 'https://test-utils.vuejs.org/' }
}

function upgrading(path: string) {
  if (path === '/') return [{ text: 'Upgrading to V1', link: '/upgrading-to-v1/' }]
  if (path === '/pt/') return [{ text: 'Atualizando para V1', link: '/pt/upgrading-to-v1/' }]
  return []
}

/** The real corpus, configured as VuePress 1 was, so that all addresses stay the same. */
export default defineConfig({
  contentDir: 'docs',
  url: 'https://vue-test-utils.vuejs.org',
  fallback: 'none',
  markdown: { slugs: 'vuepress' },
  head: [
    { tag: 'link', attributes: { rel: 'icon', href: '/favicon.png' } },
    { tag: 'link', attributes: { rel: 'stylesheet', href: '/vueschool.css' } },
  ],
  locales: {
    '/': locale('/', 'Guides', {
      lang: 'en-US',
      label: 'English',
      description: 'Utilities for testing Vue components',
      selectText: 'Languages',
      editLinkText: 'Edit this page on GitHub',
    }),
    '/ja/': locale('/ja/', 'ガイド', {
      lang: 'ja',
      label: '日本語',
      description: 'Vue コンポーネントをテストするためのユーティリティ',
      selectText: '言語',
      editLinkText: 'GitHub 上でこのページを編集する',
    }),
    '/zh/': locale('/zh/', '教程', {
      lang: 'zh-CN',
      label: '简体中文',
      description: '测试 Vue 组件的实用工具',
      selectText: '选择语言',
      editLinkText: '在 GitHub 上编辑此页',
    }),
    '/ru/': locale('/ru/', 'Руководства', {
      lang: 'ru',
      label: 'Русский',
      description: 'Библиотека для тестирования Vue-компонентов',
      selectText: 'Переводы',
      editLinkText: 'Изменить эту страницу на GitHub',
    }),
    '/fr/': locale('/fr/', 'Guides', {
      lang: 'fr',
      label: 'Français',
      description: 'Utilitaires pour tester les composants Vue',
      selectText: 'langue',
      editLinkText: 'Modifier cette page sur GitHub',
    }),
    '/pt/': locale('/pt/', 'Guias', {
      lang: 'pt',
      label: 'Português',
      description: 'Utilitários para testes de componentes de Vue',
      selectText: 'Idiomas',
      editLinkText: 'Edite esta página no GitHub',
    }),
  },
  theme: { repo: 'vuejs/vue-test-utils', docsDir: 'docs', docsBranch: 'dev', editLinks: true },
  // Dozens of its anchors lead nowhere in the translations.
  check: { build: 'warn' },
})
