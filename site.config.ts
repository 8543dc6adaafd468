import { defineConfig } from 'docsgen'

/** The documentation of Vue Test Utils 1 in six languages. */
export default defineConfig({
  title: 'Vue Test Utils',
  description: 'Utilities for testing Vue components',
  url: 'https://v1.test-utils.vuejs.org',
  publicDir: 'content/public',
  // Its pages by language are those of the site that it comes from.
  fallback: 'none',
  locales: {
    '/': {
      lang: 'en-US',
      label: 'English',
      description: 'Utilities for testing Vue components',
      selectText: 'Languages',
      editLinkText: 'Edit this page on GitHub',
    },
    '/ja/': {
      lang: 'ja',
      label: '日本語',
      description: 'Vue コンポーネントをテストするためのユーティリティ',
      selectText: '言語',
      editLinkText: 'このページを GitHub で編集',
    },
    '/zh/': {
      lang: 'zh-CN',
      label: '简体中文',
      description: '用于测试 Vue 组件的工具库',
      selectText: '选择语言',
      editLinkText: '在 GitHub 上编辑此页',
    },
    '/ru/': {
      lang: 'ru',
      label: 'Русский',
      description: 'Инструменты для тестирования компонентов Vue',
      selectText: 'Языки',
      editLinkText: 'Редактировать эту страницу на GitHub',
    },
    '/fr/': {
      lang: 'fr',
      label: 'Français',
      description: 'Des utilitaires pour tester les composants Vue',
      selectText: 'Langues',
      editLinkText: 'Modifier cette page sur GitHub',
    },
    '/pt/': {
      lang: 'pt',
      label: 'Português',
      description: 'Utilitários para testar componentes Vue',
      selectText: 'Idiomas',
      editLinkText: 'Editar esta página no GitHub',
    },
  },
  // Blocks that the project's own tests leave alone.
  markdown: { codeWords: ['fragment'] },
  head: [
    { tag: 'link', attributes: { rel: 'icon', href: '/favicon.png' } },
    { tag: 'link', attributes: { rel: 'stylesheet', href: '/vueschool.css' } },
  ],
  theme: {
    logo: '/logo.svg',
    repo: 'vuejs/vue-test-utils',
    docsDir: 'docs',
    docsBranch: 'dev',
    editLinks: true,
    lastUpdated: true,
    nav: [
      { page: '/api/', text: 'API' },
      {
        page: '/guides/',
        items: [{ text: 'v2 (Vue 3)', link: 'https://test-utils.vuejs.org/' }],
      },
      {
        page: '/upgrading-to-v1/',
        text: { '/': 'Upgrading to V1', '/pt/': 'Atualizando para V1' },
      },
    ],
    sidebar: [
      '/',
      '/installation/',
      '/guides/',
      '/api/',
      '/api/wrapper/',
      '/api/wrapper-array/',
      '/api/options.html',
      '/api/components/',
    ],
    notice: {
      text: {
        '/': 'You are reading the documentation for Vue 2. For Vue 3, see',
        '/ja/': 'これは Vue 2 向けのドキュメントです。Vue 3 をお使いの場合はこちら:',
        '/zh/': '您正在阅读的是适用于 Vue 2 的文档。Vue 3 请参阅',
        '/ru/': 'Это документация для Vue 2. Для Vue 3 смотрите',
        '/fr/': 'Cette documentation concerne Vue 2. Pour Vue 3, consultez',
        '/pt/': 'Esta documentação é para Vue 2. Para Vue 3, consulte',
      },
      link: 'https://test-utils.vuejs.org/',
      linkText: {
        '/': 'the documentation of Vue Test Utils 2',
        '/ja/': 'Vue Test Utils 2 のドキュメント',
        '/zh/': 'Vue Test Utils 2 的文档',
        '/ru/': 'документацию Vue Test Utils 2',
        '/fr/': 'la documentation de Vue Test Utils 2',
        '/pt/': 'a documentação do Vue Test Utils 2',
      },
    },
  },
  check: {
    exemptions: [
      {
        rules: ['coverage/missing'],
        locales: ['/zh/', '/ja/', '/ru/'],
        pages: [
          '/installation/using-with-jest.html',
          '/installation/using-other-test-runners.html',
          '/installation/semantic-versioning.html',
        ],
        reason: 'These languages have installation pages of their own, one for each test runner.',
      },
      {
        rules: ['coverage/orphan'],
        locales: ['/zh/', '/ja/', '/ru/'],
        pages: [
          '/installation/choosing-a-test-runner.html',
          '/installation/testing-single-file-components-with-*',
          '/installation/usage-without-a-build-step-node.html',
        ],
        reason: 'Written in these languages; English covers the subject on other pages.',
      },
      {
        rules: ['coverage/missing'],
        locales: ['/zh/', '/ja/', '/ru/', '/fr/'],
        pages: ['/upgrading-to-v1/'],
        reason: 'The upgrade from the beta versions is documented in English and Portuguese only.',
      },
      {
        rules: ['coverage/missing'],
        locales: ['/zh/', '/ja/', '/ru/'],
        pages: ['/api/wrapper-array/exists.html'],
        reason: 'Not part of these translations; the wrapper method of the same name covers it.',
      },
      {
        rules: ['coverage/missing'],
        locales: ['/ja/', '/ru/'],
        pages: [
          '/api/enableAutoDestroy.html',
          '/api/wrapper/get.html',
          '/api/wrapper/getComponent.html',
          '/api/wrapper/overview.html',
          '/guides/useful-libraries-for-testing.html',
        ],
        reason: 'Added to the API after these translations were made; not part of them.',
      },
      {
        rules: ['coverage/missing'],
        locales: ['/ru/'],
        pages: ['/api/wrapper/findComponent.html', '/api/wrapper/findAllComponents.html'],
        reason: 'Added to the API after this translation was made; not part of it.',
      },
    ],
  },
})
