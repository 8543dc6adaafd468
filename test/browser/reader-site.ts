import { execFileSync } from 'node:child_process'
import { createTestSite, inContent, type TestSite } from '../sites/site.ts'

/** Languages of the site, in menu order; Arabic runs from right to left and has no texts of its own. */
const LANGUAGES = {
  '/': ['en-US', 'English'],
  '/ja/': ['ja', '日本語'],
  '/zh/': ['zh-CN', '简体中文'],
  '/fr/': ['fr', 'Français'],
  '/ar/': ['ar', 'العربية'],
} as const

const SIDEBAR = [
  '/',
  '/installation/',
  '/guides/',
  '/api/',
  '/api/wrapper/',
  '/api/wrapper-array/',
  '/api/options.html',
  '/api/components/',
]

export const COMMITTED = '2024-02-29'

const lines = Array.from({ length: 25 }, (_, i) => `Line ${i + 1} of the section.\n`).join('\n')
const section = (title: string) => `## ${title}\n\n${lines}`

const ENGLISH: Record<string, string> = {
  'README.md': `---\nhome: true\nheroText: Spec site\ntagline: One line\nactionText: Begin\nactionLink: ./guides/README.md\nfeatures:\n  - title: Light\n    details: Few bytes\n---\n\n# Home\n\n[API](./api/README.md)\n`,
  'installation/README.md': '# Installation\n\nText.\n',
  'guides/README.md': `# Guides\n\n[only English](./only.md)\n\n${section('1-foo')}\n${section('日本語')}`,
  'guides/only.md': '# Only English\n\nText.\n',
  'api/README.md': `# API\n\n[options](./options.md) [guides](../guides/README.md)\n\n${section('First')}\n${section('Second')}\n### Inner\n\n${lines}\n## Last\n\nA short section.\n`,
  'api/wrapper/README.md': '# Wrapper\n\nText.\n',
  'api/wrapper-array/README.md': '# Wrapper array\n\nText.\n',
  'api/options.md': `---\ndescription: What can be given\n---\n\n# Options\n\n[api](./README.md)\n\n${section('Notes')}`,
  'api/components/README.md': '# Components\n\n[outside](https://example.org)\n\n```js\nconst a = 1\n```\n',
  'upgrading-to-v1/README.md': '# Upgrading to V1\n\nText.\n',
  'two words.md': '# Two words\n\nA page with a space in its name.\n',
  'plain.md': '---\nlayout: Plain\n---\n\n# Plain page\n\nText.\n',
  'strange.md': '---\nlayout: Nowhere\n---\n\n# Strange page\n\nText.\n\n::: details More\nHidden.\n:::\n',
}

function pages(): Record<string, string> {
  const others = Object.entries(LANGUAGES)
    .slice(1)
    .flatMap(([prefix, [, label]]): [string, string][] => [
      [`${prefix.slice(1)}README.md`, `# ${label}\n\n[API](./api/README.md)\n`],
      [`${prefix.slice(1)}guides/README.md`, `# ${label} 2\n\n${section(label)}`],
      [`${prefix.slice(1)}api/README.md`, `# ${label} API\n\n${section(label)}\n${section('Last')}`],
    ])
  return {
    ...ENGLISH,
    ...Object.fromEntries(others),
    'ar/flags.md':
      '# --flag\n\n[[toc]]\n\nنص `--flag`\n\n## `--flagged`\n\n| `--flag` |\n| - |\n| `--flag` |\n\n::: code-group\n\n```sh [--flag]\na\n```\n\n```sh [--other]\na\n```\n\n:::\n',
  }
}

/** A layout that frontmatter names, and a part of the theme that the site replaces. */
const TEMPLATES: Record<string, string> = {
  'templates/layouts/Plain.tsx': `import type { ReactNode } from 'react'
export default function Plain({ children }: { children: ReactNode }): ReactNode {
  return <main id="docsgen-main" tabIndex={-1} className="plain-layout">{children}</main>
}
`,
  'templates/components/Footer.tsx': `import { type ReactNode, useState } from 'react'
import { Footer as Original } from 'docsgen/templates/components/Footer.tsx'
export function Footer(props: Parameters<typeof Original>[0]): ReactNode {
  const [count, setCount] = useState(0)
  return (
    <div className="own-footer">
      <Original {...props} text="A footer of this site" />
      <button type="button" className="own-counter" onClick={() => setCount(count + 1)}>{count}</button>
    </div>
  )
}
`,
}

const CONFIG = `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Spec',
  url: 'https://docs.example.org',
  redirects: { '/old.html': '/api/options.html', '/older/': '/api/options.html?from=old#top' },
  fallback: 'none',
  locales: ${JSON.stringify(
    Object.fromEntries(
      Object.entries(LANGUAGES).map(([prefix, [lang, label]]) => [
        prefix,
        { lang, label, title: `Spec ${label}`, description: `About ${label}` },
      ]),
    ),
  )},
  theme: {
    repo: 'owner/name',
    docsDir: 'docs',
    docsBranch: 'dev',
    editLinks: true,
    lastUpdated: true,
    nav: [
      { page: '/api/', text: 'API' },
      { page: '/guides/', items: [{ text: 'v2', link: 'https://example.org/v2' }] },
      { page: '/upgrading-to-v1/', text: { '/': 'Upgrading to V1' } },
    ],
    sidebar: ${JSON.stringify(SIDEBAR)},
    notice: { text: 'For version 2, see', link: 'https://example.org/v2', linkText: 'its documentation' },
  },
})
`

/** A site under git that has everything a reader meets. */
export function createReaderSite(): TestSite {
  const site = createTestSite({
    ...inContent(pages()),
    ...TEMPLATES,
    'site.config.ts': CONFIG,
    'public/notes.txt': 'A file.\n',
  })
  const when = `${COMMITTED}T12:00:00Z`
  const env = { ...process.env, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when }
  const git = (...args: string[]) => execFileSync('git', ['-C', site.root, ...args], { env, stdio: 'ignore' })
  git('init')
  git('add', 'content')
  git('-c', 'user.name=Writer', '-c', 'user.email=writer@example.org', 'commit', '-m', 'Pages')
  return site
}
