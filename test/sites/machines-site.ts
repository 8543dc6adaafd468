import { twoLanguages } from './site.ts'

/** A site that has everything for programs, in two languages below a path. */
export const MACHINES_SITE = {
  'site.config.ts': twoLanguages(`
  base: '/docs/',
  description: 'All of it',
  fallback: 'page',
  redirects: { '/old.html': '/guide/start.html' },
  head: [{ tag: 'link', attributes: { rel: 'icon', href: '/icon.svg' } }],
  machines: {
    markdown: true, structuredData: true, image: { src: '/preview.png', alt: 'Seen' }, openSearch: true, manifest: true,
  },
  theme: {
    sidebar: [
      '/guide/hidden.html',
      { text: 'Guide', items: ['/guide/start.html', '/guide/other.html', '/guide/silent.html'] },
    ],
  },`).replace("fallback: 'none',\n", ''),
  'public/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  'public/preview.png': 'png',
  'content/README.md': `---
home: true
tagline: Fast & *light*
actionText: Go
actionLink: ./guide/start.md
features:
  - title: One
    details: Two
---
`,
  'content/guide/start.md': `---
title: Start </script><b>
description: How to start
---

<!-- a comment -->

Intro with [other](./other.md#more), [a draft](../a.svg) and [what is kept out](./hidden.md).

::: tip Title
Inside.
:::

<!--@include: ../_parts/shared.md-->
`,
  'content/_parts/shared.md': 'Shared by [another](../guide/other.md).\n\n```sh\nnpm i $THIS\n```\n',
  'content/guide/other.md': '# Other page\r\n\r\nText with CRLF.\r\n\r\n## More\r\n\r\n- a\r\n- b\r\n',
  'content/guide/hidden.md':
    '---\nmeta: [{ name: robots, content: noindex }]\n---\n\n# Hidden\n\nXylophones.\n',
  'content/guide/silent.md':
    '---\nsearch: false\ndate: 2026-02-03\nauthors: [Ann, { name: Bo, link: https://bo.example }]\n---\n\n# Silent\n\nZithers.\n',
  'content/later.md': '---\ndraft: true\n---\n\n# Later\n',
  'content/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"></svg>',
  'content/fr/README.md': '# Accueil\n\n[Début](./guide/start.md), [autre](./guide/other.md)\n',
  'content/fr/guide/other.md': '# Autre\n\n[Début](./start.md)\n',
}
