import { localAddress } from '../../shared/addresses.ts'
import type { Analytics, SiteConfig } from '../../schema/config.ts'
import type { BootData, LocaleView, PageView } from '../../schema/view.ts'
import { OWN_HEAD_TAG, headTags } from '../../shared/views.ts'
import { escapeHtml, escapeJson } from '../../shared/escape.ts'

/** Addresses (with base) of the files that every document of a locale names. */
export interface DocumentEntries {
  boot: string
  theme: string
  scheme: string
  style: string
  /** A font that is loaded ahead: browsers would find it only when the style sheet is there. */
  font?: string | undefined
  /** The locale's `LocaleView` JSON, and that of pages in a sidebar by its number, where each has its own. */
  view: string
  views?: Readonly<Record<number, string>> | undefined
  policy?: string | undefined
  /** Address of the script that counts page views, and its settings. */
  analytics?: { script: string; settings: Analytics } | undefined
}

interface DocumentInput {
  page: PageView
  /** The page as JSON for scripts (`escapeJson`). */
  pageJson: string
  locale: LocaleView
  app: string
  entries: DocumentEntries
  head: SiteConfig['head']
  /** JSON-LD, safe in a `<script>` element: data, which browsers do not run and policies do not block. */
  data?: string | undefined
}

/** Returns the complete HTML document of a page, without inline scripts or styles. */
export function renderDocument({ page, pageJson, locale, app, entries, head, data }: DocumentInput): string {
  const { view, theme, font, analytics } = entries
  const boot: Omit<BootData, 'page'> = { base: locale.base, view, theme }
  const counting = analytics && {
    src: analytics.script,
    'data-docsgen-analytics': JSON.stringify(analytics.settings),
  }
  const tags = [
    ...(data === undefined ? [] : [`<script type="application/ld+json">${data}</script>`]),
    ...(font ? [`<link${attributes({ rel: 'preload', as: 'font', href: font, crossorigin: true })}>`] : []),
    `<script${attributes({ src: entries.scheme })}></script>`,
    `<link${attributes({ rel: 'stylesheet', href: entries.style })}>`,
    ...(page.loads ?? []).map(loadTag),
    `<script type="application/json" data-docsgen>${escapeJson(boot).slice(0, -1)},"page":${pageJson}}</script>`,
    `<script type="module"${attributes({ src: entries.boot })}></script>`,
    ...(counting ? [`<script defer${attributes(counting)}></script>`] : []),
  ]
  return `<!DOCTYPE html>
<html${attributes({ lang: page.lang, dir: locale.dir })}>
<head>
<meta charset="utf-8">
${policyTag(entries)}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.documentTitle)}</title>
${headTagsOf(page, locale, head).join('\n')}
${tags.join('\n')}
</head>
<body>
<div id="docsgen-app">${app}</div>
</body>
</html>
`
}

/** Scripts block the first paint as style sheets do: what they change is not seen to jump. Islands are there already. */
function loadTag(href: string): string {
  if (href.endsWith('.css')) return `<link${attributes({ rel: 'stylesheet', href })}>`
  const blocking = /\/islands\.\w+\.js$/.test(href) ? '' : ' blocking="render"'
  return `<script type="module"${blocking}${attributes({ src: href })}></script>`
}

/** The policy of a document, where its host cannot send it. Holds for what comes after it. */
export function policyTag({ policy }: { policy?: string | undefined }): string {
  if (policy === undefined) return ''
  return `<meta${attributes({ 'http-equiv': 'Content-Security-Policy', content: policy })}>\n`
}

/** Tags that the client replaces on navigation carry `data-docsgen-head`; the others stay. */
function headTagsOf(page: PageView, locale: LocaleView, head: SiteConfig['head']): string[] {
  const scripts = (page.head ?? []).filter(({ tag }) => tag === 'script')
  return [
    ...headTags(page).map(
      ({ tag, attributes: given }) => `<${tag}${attributes({ ...given, [OWN_HEAD_TAG]: true })}>`,
    ),
    ...configuredTags(head, locale.base),
    ...scripts.map(({ attributes: given }) => `<script${attributes(given)}></script>`),
  ]
}

/** Link and script tags of the configuration as text; addresses that are paths of the site get the base. */
export function configuredTags(head: SiteConfig['head'], base: string): string[] {
  return head
    .filter(entry => entry.tag !== 'meta')
    .map(({ tag, attributes: given }) => {
      const located = Object.entries(given).map(([name, value]) => {
        const isAddress = typeof value === 'string' && (name === 'href' || name === 'src')
        return [name, isAddress ? localAddress(base, value) : value]
      })
      const opening = `<${tag}${attributes(Object.fromEntries(located) as typeof given)}>`
      return tag === 'script' ? `${opening}</script>` : opening
    })
}

/** The text of an attribute; of the characters that are escaped there, addresses and ids have these. */
export function unescapeValue(value: string): string {
  return value.replace(/&(?:amp|#39|#x27);/g, entity => (entity === '&amp;' ? '&' : "'"))
}

/** Attributes as text, each with a leading space; `true` is a bare name, `false` is left out. */
export function attributes(given: Record<string, string | boolean>): string {
  return Object.entries(given)
    .filter(([name, value]) => value !== false && /^[a-z][a-z0-9-]*$/i.test(name) && !/^on/i.test(name))
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join('')
}
