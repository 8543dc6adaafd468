import { hashContent } from '../lib/hash.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { LocaleView } from '../schema/view.ts'
import { escapeHtml } from '../shared/escape.ts'
import { NO_ICON } from '../shared/public-files.ts'
import { fileAddress } from '../shared/addresses.ts'
import type { Written } from './group-files.ts'

/** Where the worker puts the list of stored pages; with nothing stored, what is between the marks stays. */
const LIST_START = '<!--offline-list-->'
const LIST_END = '<!--/offline-list-->'

/** Documents by locale code, in one file: what the worker answers with when a page is not stored and the server gone. */
export function createOfflinePages(
  locales: readonly LocaleView[],
  config: SiteConfig,
  written: Written,
): { path: string; content: string; immutable: true } {
  const head = headTags(config, written).join('\n')
  const documents = locales.map(locale => [locale.code, offlineDocument(locale, head)])
  const content = JSON.stringify(Object.fromEntries(documents))
  return { path: `offline/documents.${hashContent(content)}.json`, content, immutable: true }
}

/** Needs no script: the worker fills in the list. */
function offlineDocument(locale: LocaleView, head: string): string {
  const { strings } = locale
  const title = locale.title ? `${strings.offlineTitle} | ${locale.title}` : strings.offlineTitle
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale.lang)}" dir="${locale.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
${head}
</head>
<body class="offline-page">
<main id="main">
<h1>${escapeHtml(strings.offlineTitle)}</h1>
<p class="offline-page-ways">
<a class="action" href="">${escapeHtml(strings.retry)}</a>
<a href="${escapeHtml(locale.home)}">${escapeHtml(strings.notFoundHome)}</a>
</p>
${LIST_START}<p>${escapeHtml(strings.loadOffline)}</p>${LIST_END}
</main>
</body>
</html>
`
}

/** The site's colors and styles, from files that the core holds too. */
function headTags(config: SiteConfig, written: Written): string[] {
  const names = [...written.keys()].toSorted()
  const address = (name: string) => escapeHtml(fileAddress(config.base, name))
  const scheme = names.filter(name => /^assets\/js\/scheme\.\w+\.js$/.test(name))
  const style = names.filter(name => /^assets\/css\/style\.\w+\.css$/.test(name))
  return [
    ...scheme.map(name => `<script src="${address(name)}"></script>`),
    ...style.map(name => `<link rel="stylesheet" href="${address(name)}">`),
    ...configuredLinks(config),
  ]
}

function configuredLinks({ head, base }: SiteConfig): string[] {
  return head.flatMap(({ tag, attributes }) => {
    const { rel, href } = attributes
    if (tag !== 'link' || typeof href !== 'string') return []
    if (rel !== 'stylesheet' && rel !== 'icon') return []
    if (href === NO_ICON) return [`<link rel="icon" href="${href}">`]
    return /^\/(?!\/)/.test(href) ? [`<link rel="${rel}" href="${escapeHtml(base + href.slice(1))}">`] : []
  })
}
