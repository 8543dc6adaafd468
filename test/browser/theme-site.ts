import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const program = path.resolve(import.meta.dirname, '../../bin/docsgen.js')
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
  title: 'Site',
  fallback: 'none',
  locales: {
    '/': { lang: 'en-US', label: 'English' },
    '/zh/': { lang: 'zh-CN', label: '简体中文' },
  },
  theme: {
    repo: 'owner/name',
    editLinks: true,
    nav: ['/everything', { page: '/guides/', items: [{ text: 'Elsewhere', link: 'https://example.org' }] }],
    sidebar: ['/', '/everything', '/guides/'],
    notice: { text: 'A notice.', link: 'https://example.org', linkText: 'Follow it' },
  },
})
`

export interface ThemeSite {
  /** Folder of the output. */
  output: string
  remove(): Promise<void>
}

/** Builds a small site that shows every part of the theme, with the compiled program. */
export async function buildThemeSite(): Promise<ThemeSite> {
  const root = await mkdtemp(path.join(tmpdir(), 'docsgen-theme-'))
  const files = Object.entries(PAGES).map(([name, text]): [string, string] => [`content/${name}`, text])
  for (const [name, text] of [...files, ['site.config.ts', CONFIG] as const]) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
  await promisify(execFile)(process.execPath, [program, 'build', root, '--silent'])
  return { output: path.join(root, 'dist'), remove: () => rm(root, { recursive: true, force: true }) }
}
