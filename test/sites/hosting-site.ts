import { PNG } from './site.ts'

const fence = '```'

const EVERYTHING = `---
description: A page with everything that Markdown can hold
tags: [one]
---

# Everything \`at\` once

A paragraph with **strong**, _soft_ and ~~gone~~ text, \`code\`, a [page](../README.md#start), a [file](/files/notes.txt),
an [external page](https://example.org/?a=1&b=2), <https://example.org/auto>, a footnote[^1] and :tada:.

[[toc]]

## Code

${fence}js {2} :line-numbers
const a = '<b>' && "</script>"
const b = 1
${fence}

::: code-group

${fence}sh [npm]
npm install
${fence}

${fence}sh [yarn]
yarn
${fence}

:::

<<< ./sample.js#part{1}

## Boxes

::: tip
Text with a [link](./README.md).
:::

::: warning Take **care**
Text.
:::

::: danger
Text.
:::

::: details More
Hidden.
:::

> [!NOTE]
> An alert.

### Table

| Name | Value |
| :--- | ----: |
| a    |     1 |
| b \\| c | 2 |

- [x] done
- [ ] not done

1. one
   - two

![A dot](./dot.png "Title")

<figure><img src="./dot.png" alt="A dot again"><figcaption>Raw HTML</figcaption></figure>

## Anchor {#own-anchor}

## 日本語 の 見出し

## Repeated

## Repeated

[^1]: The note.
`

/** Names that are hard for addresses. */
const ODD_NAMES =
  "two words.md 日本語.md a#b.md 100%.md q?.md dollar$1.md it's(a)+[b]&c;d.md {brace}.md 404.md 2.0.md 1.x.md é.md sub folder/README.md".split(
    /(?<=\.md) /,
  )

const odd = (language: string) =>
  Object.fromEntries(
    ODD_NAMES.map(name => [`${language}odd/${name}`, `# Page odd/${name}\n\nText of odd/${name}.\n`]),
  )

const PAGES: Record<string, string> = {
  'README.md': `# Start\n\nAn introduction of more than one sentence. It is here so that the first paragraph is long enough to be cut, which must happen at the end of a word and not in the middle of one, whatever the language.\n\n## Start\n\nSee [everything](./guides/everything.md#own-anchor), [API](./api/README.md), [2.0](./odd/2.0.md), [404](./odd/404.md).\n`,
  'guides/README.md': `# Guides\n\n[Everything](./everything.md), [mount](../api/mount.md).\n`,
  'guides/everything.md': EVERYTHING,
  'api/README.md': `# API\n\n[mount](./mount.md)\n`,
  'api/mount.md': `---\nredirectFrom: ['/mount.html', '/api/mounting/']\n---\n\n## mount\n\nStarts at level two.\n\n### Options\n\n#### Deep\n`,
  'api/createThing.md': `# createThing\n\nMixed case.\n`,
  'moved.md': `---\npermalink: /elsewhere/new-place.html\n---\n\n# Moved\n\nBy permalink.\n`,
  'secret.md': `---\nmeta:\n  - name: robots\n    content: noindex\n---\n\n# Not for search engines\n\nText.\n`,
  'zh/README.md': `# 开始\n\n文字。[接口](./api/README.md)\n`,
  'zh/api/README.md': `# 接口\n\n[挂载](./mount.md)\n`,
  'zh/api/mount.md': `# 挂载\n\n文字。\n\n### 跳过一级\n`,
  'fr/README.md': `# Début\n\nTexte. [API](./api/README.md)\n`,
  'fr/api/README.md': `# API\n\nTexte.\n`,
  'fr/seul.md': `# Seul\n\nUne page sans original.\n`,
  ...odd(''),
  ...odd('zh/'),
}

const config = (base: string) => `
import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Site & Söhne',
  description: 'All of it',
  url: 'https://docs.example.org',
  base: '${base}',
  head: [
    { tag: 'link', attributes: { rel: 'icon', href: '/favicon.png' } },
    { tag: 'meta', attributes: { name: 'theme-color', content: '#123456' } },
  ],
  offline: { retire: ['/sw.js'] },
  redirects: {
    '/old.html': '/api/mount.html',
    '/old folder/': '/guides/',
    '/anchor.html': '/guides/everything.html#own-anchor',
    '/away.html': 'https://example.org/?a=1&b=2',
  },
  fallback: 'none',
  locales: {
    '/': { lang: 'en-US', label: 'English' },
    '/zh/': { lang: 'zh-CN', label: '简体中文', title: '站点', description: '全部' },
    '/fr/': { lang: 'fr', label: 'Français', description: 'Tout' },
  },
  theme: {
    repo: 'owner/name',
    logo: '/logo.svg',
    editLinks: true,
    nav: ['/api/', { page: '/guides/', items: [{ text: 'Elsewhere', link: 'https://example.org' }] }],
    notice: { text: 'A notice.', link: '/api/', linkText: 'API' },
    footer: 'The end.',
  },
})
`

/** Files of a site in three languages with all that hosts and search engines could stumble over. */
export function hostingSite(base: string): Record<string, string | Uint8Array> {
  const content = Object.entries(PAGES).map(([name, text]): [string, string] => [`content/${name}`, text])
  return {
    'site.config.ts': config(base),
    ...Object.fromEntries(content),
    'content/guides/sample.js': '// #region part\nexport const a = 1\n// #endregion part\n',
    'content/guides/dot.png': PNG,
    'public/favicon.png': PNG,
    'public/logo.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>alert(1)</script></svg>',
    'public/files/notes.txt': 'Notes.\n',
  }
}
