import { ownName, INTERFACE_LANGUAGES } from '../../src/shared/languages.ts'
import { createTestSite, type TestSite } from '../sites/site.ts'
import { stringsFor } from '../strings-for.ts'

/** The languages but the source, each with the folder that its pages are in. */
export const LANGUAGES = INTERFACE_LANGUAGES.filter(lang => lang !== 'en').map(lang => ({
  lang,
  path: `/${lang.toLowerCase()}/`,
}))

/** A page with everything that has UI strings in its content. Words of the language are those of the interface. */
function guide(lang: string): string {
  const { onThisPage, loadOffline, searchFallback } = stringsFor(lang)
  const boxes = ['tip', 'info', 'warning', 'danger', 'details'].map(
    name => `::: ${name}\n${loadOffline}\n:::`,
  )
  const alerts = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map(
    name => `> [!${name}]\n> ${searchFallback}`,
  )
  // Stamped with a source that has changed since.
  const stamp = lang === 'en' ? '' : `---\nsource:\n  second: '000000000000000000000000'\n---\n\n`
  return `${stamp}# ${onThisPage} {#first}

${loadOffline}

## ${searchFallback} {#second}

${boxes.join('\n\n')}

${alerts.join('\n\n')}

| A | B |
| - | - |
| ${onThisPage} | ${onThisPage} |

\`\`\`js
const answer = 42
\`\`\`
`
}

function home(lang: string): string {
  const { notFoundText, retry, search } = stringsFor(lang)
  return `---
home: true
title: ${JSON.stringify(search)}
tagline: ${JSON.stringify(notFoundText)}
actionText: ${JSON.stringify(retry)}
actionLink: ./guide.md
---
`
}

/** A site in English and these languages of the interface: two pages in each, and one in English alone. */
export function createLanguagesSite(chosen: typeof LANGUAGES): TestSite {
  const languages = [{ lang: 'en', path: '/' }, ...chosen]
  const locales = languages.map(({ lang, path }) => [path, { lang, label: ownName(lang), title: 'Docs' }])
  const config = {
    title: 'Docs',
    url: 'https://docs.example.org',
    locales: Object.fromEntries(locales),
    theme: {
      repo: 'owner/name',
      editLinks: true,
      lastUpdated: true,
      nav: [{ text: 'API', page: '/guide.html' }],
      sidebar: ['/', '/guide.html', '/new.html'],
      suggestLanguage: true,
    },
    offline: {},
  }
  const pages = languages.flatMap(({ lang, path }) => [
    [`content${path}README.md`, home(lang)],
    [`content${path}guide.md`, guide(lang)],
  ])
  return createTestSite({
    'site.config.ts': `export default ${JSON.stringify(config)}`,
    ...Object.fromEntries(pages),
    'content/new.md': '# New\n\nIn one language.\n',
  })
}
