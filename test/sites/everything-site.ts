import { OWN_PLUGINS, recordsJson } from './own-plugins.ts'

const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`
const PICTURE = svg(640, 320, '<rect width="640" height="320" fill="#3eaf7c"/>')
const DARK = svg(640, 320, '<rect width="640" height="320" fill="#1d6b49"/>')
const LOGO = svg(10, 10, '<circle cx="5" cy="5" r="5"/>')

const FORMULAS = String.raw`
It is $E = mc^2$, from \$5 to \$10, $5 or $6.

$$
\begin{align}a&=b+\frac{c}{d}\\e&=\int_0^\infty \sqrt{x}\,dx\end{align}
$$

$$\begin{array}{|l|c:r||}\hline a&b&c\\\hdashline d&e&f\\\hline\end{array} \cancel{x} \boxed{y} \textcolor{#c00}{z} a\!b \begin{cases}1&x>0\\0&x\le 0\end{cases} + \text{a formula that is too wide for any phone that there is}$$
`

const DIAGRAMS = {
  flow: 'flowchart LR\n  accTitle: The way\n  A[Start] -->|yes| B{Is it?}\n  B -- no --> C[(Store)]\n  subgraph S [Group]\n    C --> D((x))\n  end\n  style A fill:#f96',
  state: 'stateDiagram-v2\n  [*] --> Still\n  Still --> [*] : done',
  sequence:
    'sequenceDiagram\n  participant A as Alice\n  A->>B: Hi\n  Note over A,B: n\n  loop all\n    B-->>A: yo\n  end',
  classes: 'classDiagram\n  class A {\n    +int x\n  }\n  A <|-- B : is',
  entities: 'erDiagram\n  A ||--o{ B : has\n  A {\n    int id PK\n  }',
  chart: 'xychart-beta\n  title "T"\n  x-axis [a, b]\n  y-axis "y" 0 --> 10\n  bar [1, 2]\n  line [2, 3]',
}

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`

/** Every component, as a directive and as an element. */
const COMPONENTS = `# Everything :badge[2.1]

Beside :badge[tip] :badge[info]{type=info} :badge[warning]{type=warning} :badge[danger]{type=danger}
:badge[important]{type=important} and :icon[star] :icon[own]{label="Own"} :kbd[Ctrl+K].
At 10:30 a:b is text, and so is :unknown[x]. <Badge type="info">slot</Badge> <OutboundLink/>

## Tabs <Badge text="new" type="warning"/>

:::: tabs {sync="os"}

::: tab Linux

First panel.

### In the first

:::

::: tab macOS

Second panel, with \`code\`.

### In the second

:::

::: tab Windows

Third panel.

:::

::::

Between.

<Tabs sync="os">
<Tab label="macOS">
Other macOS.
</Tab>
<Tab label="Linux">
Other Linux.
</Tab>
</Tabs>

## Steps

::: steps

1. One

   More.

2. Two

:::

## Cards

:::: cards

::: card [Card]{icon="bolt"}
Text with a [link](./plain.md).
:::

::link-card[Plain]{href="./plain.md" description="A page without components" icon="arrow-right"}

::link-card[Elsewhere]{href="https://a.example/"}

::::

<LinkCard title="As an element" href="./plain.md"/>

## Files

::: file-tree

- src/
  - **main.ts** where it begins
  - parts/
    - a-file-with-a-name-that-is-far-too-long-for-a-narrow-screen.ts
- …

:::

## Media

::figure[A picture]{src="PARTS/picture.svg" alt="A green box" zoom}

::: figure [A table]

| a   | b   |
| --- | --- |
| 1   | 2   |

:::

::video[A talk]{src="https://videos.example/talk"}

::video[A file]{src="PARTS/film.mp4" poster="PARTS/picture.svg" captions="PARTS/film.vtt"}

![Light](PARTS/picture.svg#light) ![Dark](PARTS/dark.svg#dark)

<picture><source srcset="PARTS/dark.svg 2x" media="(min-width: 60em)"><img src="PARTS/picture.svg" alt="Beside" width="64"></picture>
<audio controls src="PARTS/sound.mp3"></audio>

## Columns

:::: columns

::: column
Left.
:::

::: column
Right.
:::

::::

<ClientOnly>

Only here.

</ClientOnly>
`

/** Containers, alerts, every marker of code, and what plugins draw. */
const CODE = `## Boxes

${['tip', 'info', 'note', 'important', 'warning', 'danger', 'caution'].map(kind => `::: ${kind}\nA ${kind}.\n:::\n`).join('\n')}
::: details More of \`this\`
Closed.
:::

${['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map(kind => `> [!${kind}]\n> As on GitHub.\n`).join('\n')}
## Code

${fence(
  'ts title="rows.ts" showLineNumbers {start=5}',
  `const rows = [
  'old', // [!code --]
  'new', // [!code ++]
  'here', // [!code highlight]
  'broken', // [!code error]
  'odd', // [!code warning]
  // [!code word:name:1]
  name + 'name',
]`,
)}
${fence('html [page.html]', '<p>a</p>\n<b>b</b> <!-- [!code focus] -->\n<i>c</i> <!-- [!!code ++] -->')}
${fence('py {1}', 'a = 1\nb = 2 # [!code ++]')}
${fence('diff-js', '-const a = 1\n+const a = 2\n const b = 3')}
${fence('ansi', '␛[32m✓␛[0m 12 passed ␛[33m1 skipped␛[0m\n␛[1;31mError:␛[0m no file ␛[36ma.ts␛[39m')}
${fence('json fold [package.json]', '{ "private": true }')}
${fence('sh wrap', `echo ${'a long line '.repeat(20).trim()}`)}
Call \`sum(1, 2)\`{lang=js}.

::: code-group

${fence('sh [npm]', 'npm install docsgen')}
${fence('sh [pnpm]', 'pnpm add docsgen')}
<<< PARTS/snippet.js#first{1}

:::

<CodeGroup>
<CodeGroupItem title="YARN">

${fence('sh', 'yarn add docsgen')}
</CodeGroupItem>
</CodeGroup>

## Plugins

${fence('gauge', 'Disk: 70\nMemory: 20')}
The disk: :gauge[Disk]{value=70}, and ABBR in a text.

| a   |
| --- |
| b   |

${FORMULAS}
${fence('math', '\\sum_{i=1}^n i')}
${Object.values(DIAGRAMS)
  .map(code => fence('mermaid', code))
  .join('\n')}
`

/** A plugin with every hook that those of \`own-plugins.ts\` have not. */
const HOOKS = `import { definePlugin, type HtmlTree } from 'docsgen'
import * as z from 'zod'

interface Node { type: string; value?: string; tagName?: string; properties?: Record<string, unknown>; children?: Node[] }
const walk = (node: Node, visit: (node: Node) => void): void => {
  visit(node)
  for (const child of node.children ?? []) walk(child, visit)
}
const spellOut = () => (tree: Node) =>
  walk(tree, node => {
    if (node.type === 'text') node.value = node.value?.replace('ABBR', 'abbreviation')
  })
const markTables = (name: string) => (tree: Node) =>
  walk(tree, node => {
    if (node.tagName === 'table') node.properties = { ...node.properties, dataKind: name }
  })

export default definePlugin({
  name: 'hooks',
  frontmatter: z.object({ level: z.enum(['easy', 'hard']).optional() }),
  markdown: { remark: [spellOut], rehype: [[markTables, 'plain']] },
  page: (record, { sections }) => ({ level: record.frontmatter['level'] ?? 'easy', sections: sections.length }),
  head: page => [{ tag: 'meta', attributes: { name: 'subject', content: page.title } }],
  strings: { en: { level: 'Level' }, ar: { level: 'المستوى' } },
  files: site => [{ path: 'addresses.txt', content: site.pages.map(({ path }) => path).join('\\n') }],
  templates: './look',
})
`

const PAGE_META = `import type { LocaleView, PageView } from 'docsgen'
import { PageMeta as Original } from 'docsgen/templates/components/PageMeta.tsx'

declare global {
  namespace Docsgen {
    interface PageData {
      hooks: { level: string; sections: number }
    }
  }
}

export function PageMeta({ page, locale }: { page: PageView; locale: LocaleView }) {
  return (
    <>
      <Original page={page} locale={locale} />
      <p className="level">
        {locale.texts?.hooks?.level}: {page.data?.hooks?.level} {page.data?.hooks?.sections}
      </p>
    </>
  )
}
`

const all = (to: string) =>
  `---\norder: 1\nlevel: hard\n---\n\n${(COMPONENTS + CODE).replaceAll('PARTS', to)}`

const home = `---
layout: home
hero:
  name: Everything
  text: All at once
  actions: [{ text: Start, link: ./all.md }, { text: Plain, link: ./plain.md }]
features:
  - { icon: ⚡, title: Quick, details: Very }
---
`

/** A site that uses all there is, in two directions: every component, marker, container and plugin hook. */
export function everythingFiles(): Record<string, string> {
  return {
    ...OWN_PLUGINS,
    'site.config.ts': `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Everything',
  url: 'https://docs.example.org',
  base: '/base/',
  fallback: 'none',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/ar/': { lang: 'ar', label: 'العربية' } },
  theme: {
    logo: { light: '/logo.svg', dark: '/logo-dark.svg', alt: 'Everything' },
    nav: ['/all.html', { text: 'More', items: [{ text: 'Group', items: ['/plain.html'] }] }],
    sidebar: [{ text: 'Guide', collapsed: false, items: ['/all.html', { page: '/plain.html', badge: 'New' }] }, { text: 'Records', collapsed: true, items: ['/records/r0.html', '/records/r1.html'] }],
    socialLinks: [{ icon: 'github', link: 'https://github.com/example/everything' }],
    announcement: { id: 'v2', text: '**Version 2** is [out](/plain.md).' },
    footer: 'Made by \`us\`.',
    repo: 'https://gitlab.com/example/everything',
    editLinks: true,
  },
  plugins: [
    ['./plugins/records.ts', { folder: 'records' }],
    './plugins/gauge.ts',
    './plugins/hooks.ts',
    'docsgen/plugins/math',
    'docsgen/plugins/mermaid',
    ['docsgen/plugins/feed', { folder: '/news/' }],
  ],
})
`,
    'plugins/hooks.ts': HOOKS,
    'plugins/look/components/PageMeta.tsx': PAGE_META,
    'records.json': recordsJson(4),
    'templates/icons/own.svg': LOGO,
    'templates/styles/site.css': '.level::before { content: url(./level.svg) }\n',
    'templates/styles/level.svg': LOGO,
    'public/logo.svg': LOGO,
    'public/logo-dark.svg': LOGO,
    'content/README.md': home,
    'content/plain.md': '# Plain\n\n[All](./all.md) [Second](./all.md#in-the-second)\n',
    'content/all.md': all('./parts'),
    'content/news/one.md': '---\ndate: 2026-01-02\ntags: [a]\nauthors: [Ada]\n---\n\n# One & only\n\nText.\n',
    'content/quiet.md': '---\nunlisted: true\n---\n\n# Quiet\n',
    'content/draft.md': '---\ndraft: true\n---\n\n# Draft\n',
    'content/_part.md': 'A part.\n',
    'content/parts/picture.svg': PICTURE,
    'content/parts/dark.svg': DARK,
    'content/parts/film.mp4': 'film',
    'content/parts/film.vtt': 'WEBVTT\n',
    'content/parts/sound.mp3': 'sound',
    'content/parts/snippet.js': '// #region first\nexport const a = 1\n// #endregion first\n',
    'content/ar/README.md': home,
    'content/ar/plain.md': '# Plain\n',
    'content/ar/all.md': all('../parts'),
  }
}
