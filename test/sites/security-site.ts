/** Texts that could be mistaken for markup, templates or replacement patterns. */
const PAYLOADS = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt;',
  '${7*7}',
  '{{7*7}}',
  '$&',
  "$'",
  '</script><!--',
  ']]>',
  '\u2028\u2029',
]

/** All of them in one text, after a word for where it was put. */
export function hostile(place: string): string {
  return `${place} ${PAYLOADS.join(' ')} end`
}

/** Markdown that shows a text as it is. */
function markdownOf(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

const yaml = (text: string) =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const HOME = `---
home: true
title: ${yaml(hostile('title'))}
heroText: ${yaml(hostile('hero'))}
tagline: ${yaml(hostile('tagline'))}
actionText: ${yaml(hostile('action'))}
actionLink: ./plain.md
pageClass: ${yaml('a" onload="alert(1)')}
footer: ${yaml(hostile('home-footer'))}
description: ${yaml(hostile('description'))}
meta:
  - name: author
    content: ${yaml(hostile('author'))}
features:
  - title: ${yaml(hostile('feature'))}
    details: ${yaml(hostile('details'))}
custom:
  nested: ${yaml(hostile('custom'))}
---

# ${markdownOf(hostile('heading'))}

Text with [the plain page](./plain.md).
`

const ODD_HEADINGS = [
  'constructor',
  '__proto__',
  'location',
  'app',
  'main',
  'prototype',
  'hasOwnProperty',
  'toString',
]

const CLOBBERING = `# constructor

${ODD_HEADINGS.map(title => `## ${title === '__proto__' ? '`__proto__`' : title}\n\nText of ${title}. [Plain](./plain.md)\n`).join('\n')}

<img name="currentScript" src="/dot.svg" alt="A picture">
<a id="__DOCSGEN__" name="docsgenChunks">anchor</a>
<a id="docsgenChunks">anchor</a>
<form name="body"><input name="head" aria-label="field"></form>
<img name="getElementById" src="/dot.svg" alt="A picture">
<img name="querySelector" src="/dot.svg" alt="A picture">

[Plain](./plain.md)
`

const PLAIN = `# Plain

[home](./README.md) [clobbering](./clobbering.md) [escaped](./it's%20&%20$1.md) [outside](https://example.org)
[![picture](/dot.svg)](https://example.org/picture)

<a href="https://example.org/partner" target="_blank" rel="sponsored noopener">partner</a>
<p style="color: red" onclick="alert(1)">Styled</p>
<script>alert(1)</script>

\`\`\`js&#x20;xss
const a = 1
\`\`\`

\`\`\`"><img/src=x/onerror=alert(1)>
const b = 1
\`\`\`

## ${markdownOf(hostile('section'))}

### ${markdownOf(hostile('subsection'))}

::: tip ${markdownOf(hostile('box'))}
Text.
:::

::: tip ${hostile('raw box')}
Text.
:::

![${markdownOf(hostile('alternative'))}](/dot.svg "${markdownOf(hostile('picture-title')).replaceAll('\\"', '&quot;')}")
`

const text = (place: string) => JSON.stringify(hostile(place))

const CONFIG = `
import { defineConfig } from 'docsgen'
export default defineConfig({
  title: ${text('site')},
  description: ${text('site-description')},
  url: 'https://docs.example.org',
  fallback: 'none',
  locales: {
    '/': {
      lang: 'en-US',
      label: ${text('label')},
      selectText: ${text('select')},
      editLinkText: ${text('edit')},
      strings: { notFoundTitle: ${text('not-found')}, onThisPage: ${text('outline')} },
    },
    '/fr/': { lang: 'fr', label: 'Français', title: ${text('titre')} },
  },
  head: [{ tag: 'link', attributes: { rel: 'icon', href: '/dot.svg', title: ${text('icon')} } }],
  theme: {
    repo: 'owner/name',
    repoLabel: ${text('repository')},
    editLinks: true,
    lastUpdated: true,
    nav: [
      { page: '/plain.html', text: ${text('nav')} },
      { text: ${text('menu')}, items: [{ text: ${text('item')}, link: 'https://example.org/?a="><b>' }] },
    ],
    sidebar: [
      { page: '/plain.html', text: ${text('entry')} },
      { text: ${text('group')}, items: ['/', '/clobbering.html'] },
    ],
    notice: { text: ${text('notice')}, link: 'https://example.org', linkText: ${text('notice-link')} },
    footer: ${JSON.stringify(`${markdownOf(hostile('footer'))}\n\n${hostile('raw')}`)},
  },
})
`
  .replaceAll('\u2028', '\\u2028')
  .replaceAll('\u2029', '\\u2029')

/** A site whose texts, names and data try to become markup. */
export const SECURITY_SITE: Record<string, string> = {
  'site.config.ts': CONFIG,
  'content/README.md': HOME,
  'content/plain.md': PLAIN,
  'content/clobbering.md': CLOBBERING,
  "content/it's & $1.md": `# ${markdownOf(hostile('named'))}\n\n[Plain](./plain.md)\n`,
  'content/fr/README.md': `# ${markdownOf(hostile('accueil'))}\n\nTexte.\n`,
  'content/fr/plain.md': '# Page\n\nTexte.\n',
  'public/dot.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>alert(1)</script><foreignObject/></svg>',
}
