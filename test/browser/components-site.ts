import { createTestSite, type TestSite } from '../sites/site.ts'

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"><rect width="640" height="320" fill="#3eaf7c"/></svg>'
const DRAWING = '<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>'

/** A page with every component, and code of a long line in a tab. */
const EVERYTHING = `# Everything :badge[2.1]

Beside :badge[tip] :badge[info]{type=info} :badge[warning]{type=warning} :badge[danger]{type=danger}
:badge[important]{type=important} and :icon[star] :icon[own]{label="Own"} :kbd[Ctrl+K].

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

:::: tabs {sync="os"}

::: tab macOS
Other macOS.
:::

::: tab Linux
Other Linux.
:::

::::

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

## Files

::: file-tree

- src/
  - **main.ts** where it begins
  - parts/
    - a-file-with-a-name-that-is-far-too-long-for-a-narrow-screen.ts
- …

:::

## Media

::figure[A picture]{src="./picture.svg" alt="A green box" zoom}

::video[A talk]{src="https://videos.example/talk"}

## Columns

:::: columns

::: column
Left.
:::

::: column
Right.
:::

::::

::: note
A note.
:::

::: important
Important.
:::

::: caution
Careful.
:::
`

/** A site with all components in two directions, and a page without any. */
export function createComponentsSite(): TestSite {
  return createTestSite({
    'site.config.ts': `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Components',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/ar/': { lang: 'ar', label: 'العربية' } },
})
`,
    'templates/icons/own.svg': DRAWING,
    'content/README.md': '# Home\n\n[Plain](./plain.md)\n',
    'content/plain.md': '# Plain\n\n[All](./all.md) [Second](./all.md#in-the-second)\n',
    'content/all.md': EVERYTHING,
    'content/picture.svg': PICTURE,
    'content/ar/README.md': '# Home\n',
    'content/ar/plain.md': '# Plain\n',
    'content/ar/all.md': EVERYTHING.replace('./picture.svg', '../picture.svg'),
  })
}
