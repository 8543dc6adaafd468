import { createTestSite, inContent, type TestSite } from '../sites/site.ts'

const fence = '```'
const prose =
  'A paragraph that is long enough to take some room on the page, whatever its width may be.\n\n'.repeat(12)

/** One page with everything that the styles know. */
const EVERYTHING = `# Everything

A paragraph with \`code\`, a [link](./guides/README.md), an [external link](https://example.org), **strong** and _soft_ text.

## Code

${fence}js {2}
// marks a line
const wrapper = mount(Component, { propsData: { text: 'a line that is far too long for a narrow screen' } })
${fence}

::: code-group

${fence}sh [npm]
npm install first
${fence}

${fence}sh [yarn]
yarn add second
${fence}

:::

## Boxes

::: tip
With a [link](./guides/README.md) and \`code\`.
:::

::: warning Take care
Text.
:::

::: danger
Text.
:::

::: details More
Hidden text.
:::

> [!IMPORTANT]
> An alert.

## Table

| Name | Type | Default | What it does |
| --- | --- | --- | --- |
| \`attachTo\` | \`HTMLElement\` or a selector | \`null\` | A description that needs room |

## Long

${prose}### Inner

${prose}`

const PAGES: Record<string, string> = {
  'README.md': `---\nhome: true\nheroText: Site\ntagline: A line\nactionText: Start\nactionLink: ./guides/README.md\nfeatures:\n  - title: One\n    details: Details\n---\n\n# Site\n\nText.\n`,
  'everything.md': EVERYTHING,
  'guides/README.md': `# Guides\n\n## First\n\n${prose}## Second\n\n${prose}`,
  'zh/README.md': `# 开始\n\n文字。\n`,
  'zh/everything.md': `# 全部\n\n## 第一\n\n${prose}`,
}

const CONFIG = `
import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Site', fallback: 'none',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/zh/': { lang: 'zh-CN', label: '简体中文' } },
  theme: {
    repo: 'owner/name',
    editLinks: true,
    nav: ['/everything', { page: '/guides/', items: [{ text: 'Elsewhere', link: 'https://example.org' }] }],
    sidebar: ['/', '/everything', '/guides/'],
    notice: { text: 'A notice.', link: 'https://example.org', linkText: 'Follow it' },
  },
})
`

/** A small site that shows every part of the theme. */
export const createThemeSite = (): TestSite =>
  createTestSite({ ...inContent(PAGES), 'site.config.ts': CONFIG })
