/** A site of Starlight in two languages, and what Starlight 0.37 made of it. */

const CONFIG = `import { defineConfig } from 'astro/config'
import starlight from '@astrojs/starlight'

export default defineConfig({
  site: 'https://kettle.example',
  integrations: [
    starlight({
      title: 'Kettle',
      defaultLocale: 'root',
      locales: { root: { label: 'English', lang: 'en' }, 'zh-cn': { label: '简体中文', lang: 'zh-CN' } },
      social: [{ icon: 'github', label: 'GitHub', href: 'https://github.com/kettle/kettle' }],
      editLink: { baseUrl: 'https://github.com/kettle/kettle/edit/main/docs/' },
      customCss: ['./src/own.css'],
      sidebar: [
        { label: 'Guides', translations: { 'zh-CN': '指南' }, items: [{ label: 'Boil', slug: 'guides/boil', badge: { text: 'New', variant: 'caution' } }, 'guides/parts', { label: 'Elsewhere', link: 'https://example.org' }] },
        { label: 'Reference', autogenerate: { directory: 'reference' } },
      ],
    }),
  ],
})
`

const BOIL = `---
title: Boil *it*
sidebar:
  label: Boiling
  order: 2
tableOfContents: false
---
import { Tabs, TabItem, Aside, Steps, FileTree, LinkCard, LinkButton, Badge, Icon, Card, CardGrid } from '@astrojs/starlight/components'
import Burner from '../../../Burner.astro'

{/* not for readers */}

## Été & 水! v1.2

<Tabs syncKey="shell">
  <TabItem label="Shell">

    \`\`\`sh
    boil
    \`\`\`

  </TabItem>
  <TabItem label="Windows">Press **the** button.</TabItem>
</Tabs>

## Boil it

<Aside type="caution" title="Steam">
  It burns.
</Aside>

<Steps>

1. Fill

2. Boil

</Steps>

<CardGrid>
  <Card title="Water" icon="pencil">
    What *boils*.
  </Card>
  <LinkCard title="Parts" href="/guides/parts/" description="All of them" />
</CardGrid>

## Steam & heat <Badge text="new" variant="danger" />

<LinkButton href="../parts/#lid">Go on</LinkButton> <Icon name="star" />

<Burner />

## Été & 水! v1.2

\`\`\`js title="a.js" ins={2}
fill()
boil()
\`\`\`
`

const HOME = `---
title: Kettle
description: Boils water
template: splash
hero:
  tagline: Boils water
  image:
    file: ../../assets/kettle.svg
  actions:
    - text: Boil
      link: /guides/boil/
---

## Next
`

export const STARLIGHT_SITE: Record<string, string> = {
  'astro.config.mjs': CONFIG,
  'package.json':
    '{ "private": true, "type": "module", "dependencies": { "@astrojs/starlight": "^0.37.0" } }\n',
  'src/content.config.ts': `import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
`,
  'src/own.css': 'a {}\n',
  'src/Burner.astro': '<b>fire</b>\n',
  'src/assets/kettle.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" viewBox="0 0 1 1"/>\n',
  'src/content/docs/index.mdx': HOME,
  'src/content/docs/guides/boil.mdx': BOIL,
  'src/content/docs/guides/parts.md': `---
title: Parts
---

See [boiling](../boil/) and ![the kettle](../../../assets/kettle.svg).

## Lid

:::note[Hot]
Text.
:::

## Parts
`,
  'src/content/docs/reference/Second One.md': '---\ntitle: Second\nsidebar: { order: 2 }\n---\n\n## Two\n',
  'src/content/docs/reference/first.md':
    '---\ntitle: First\nsidebar: { order: 1 }\nslug: reference/one\n---\n\n## One\n',
  'src/content/docs/zh-cn/index.mdx': HOME.replace('../../assets', '../../../assets').replace(
    '## Next',
    '## 下一步',
  ),
  'src/content/docs/zh-cn/guides/parts.md': '---\ntitle: 部件\n---\n\n## 盖子\n',
}
