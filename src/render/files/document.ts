import { localAddress } from '../../shared/addresses.ts'
import type { Analytics, SiteConfig } from '../../schema/config.ts'
import type { BootData, LocaleView, PageView } from '../../schema/view.ts'
import { OWN_HEAD_TAG, headTags } from '../../shared/views.ts'
import { escapeHtml, escapeJson } from '../../shared/escape.ts'

/** Addresses (with base) of the files that every document of a locale names. */
export interface DocumentEntries {
  boot: string
  /** Identifies the scripts and styles of the build. */
  theme: string
  scheme: string
  style: string
  /** A font that is loaded ahead. */
  font?: string
  /** The locale's `LocaleView` JSON, and that of pages in a sidebar by its number, where each has its own. */
  view: string
  views?: Readonly<Record<number, string>>
  /** What the document may load, where its host cannot say so. */
  policy?: string
  /** Address of the script that counts page views, and its settings. */
  analytics?: { script: string; settings: Analytics }
}

export interface DocumentInput {
  page: PageView
  /** It as JSON for scripts (`escapeJson`). */
  pageJson: string
  locale: LocaleView
  /** Result of `renderApp`. */
  app: string
  entries: DocumentEntries
  /** Configured link and script tags. */
  head: SiteConfig['head']
  /** JSON-LD, safe in a `<script>` element: data, which browsers do not run and policies do not block. */
  data?: string | undefined
}

/** Returns the complete HTML document of a page, without inline scripts or styles. */
export function renderDocument(input: DocumentInput): string {
  const { page, pageJson, locale, app, entries, head, data } = input
  const boot: Omit<BootData, 'page'> = { base: locale.base, view: entries.view, theme: entries.theme }
  return `<!DOCTYPE html>
<html${attributes({ lang: page.lang, dir: locale.dir })}>
<head>
<meta charset="utf-8">
${policyTag(entries)}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.documentTitle)}</title>
${allHeadTags(page, locale, head).join('\n')}
${dataTag(data)}${fontTag(entries)}<script${attributes({ src: entries.scheme })}></script>
<link${attributes({ rel: 'stylesheet', href: entries.style })}>${loadTags(page)}
<script type="application/json" data-docsgen>${escapeJson(boot).slice(0, -1)},"page":${pageJson}}</script>
<script type="module"${attributes({ src: entries.boot })}></script>
${analyticsTag(entries)}</head>
<body>
<div id="docsgen-app">${app}</div>
</body>
</html>
`
}

function dataTag(data: string | undefined): string {
  return data === undefined ? '' : `<script type="application/ld+json">${data}</script>\n`
}

/** Scripts hold back the first paint as style sheets do: what they change is not seen to jump. Islands are there already. */
function loadTags({ loads = [] }: PageView): string {
  const tags = loads.map(href => {
    if (href.endsWith('.css')) return `<link${attributes({ rel: 'stylesheet', href })}>`
    const blocking = /\/islands\.\w+\.js$/.test(href) ? '' : ' blocking="render"'
    return `<script type="module"${blocking}${attributes({ src: href })}></script>`
  })
  return tags.map(tag => `\n${tag}`).join('')
}

/** What a document may load, where its host cannot say so. Holds for what stands behind it. */
export function policyTag({ policy }: { policy?: string | undefined }): string {
  if (policy === undefined) return ''
  return `<meta${attributes({ 'http-equiv': 'Content-Security-Policy', content: policy })}>\n`
}

/** Browsers would find it only when the style sheet is there. */
function fontTag({ font }: DocumentEntries): string {
  if (font === undefined) return ''
  return `<link${attributes({ rel: 'preload', as: 'font', href: font, crossorigin: true })}>\n`
}

function analyticsTag({ analytics }: DocumentEntries): string {
  if (!analytics) return ''
  const settings = JSON.stringify(analytics.settings)
  return `<script defer${attributes({ src: analytics.script, 'data-docsgen-analytics': settings })}></script>\n`
}

/** Tags that the client replaces on navigation carry `data-docsgen-head`; the others stay. */
function allHeadTags(page: PageView, locale: LocaleView, head: SiteConfig['head']): string[] {
  const own = { [OWN_HEAD_TAG]: true }
  const replaced = headTags(page).map(
    ({ tag, attributes: given }) => `<${tag}${attributes({ ...given, ...own })}>`,
  )
  const scripts = (page.head ?? []).filter(({ tag }) => tag === 'script')
  const added = scripts.map(({ attributes: given }) => `<script${attributes(given)}></script>`)
  return [...replaced, ...configuredTags(head, locale.base), ...added]
}

/** Link and script tags of the configuration as text. */
export function configuredTags(head: SiteConfig['head'], base: string): string[] {
  return head
    .filter(entry => entry.tag !== 'meta')
    .map(({ tag, attributes: given }) => {
      const opening = `<${tag}${attributes(locate(given, base))}>`
      return tag === 'script' ? `${opening}</script>` : opening
    })
}

/** Addresses of configured tags that are paths of the site get the base. */
function locate(given: Record<string, string | boolean>, base: string): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const isAddress = typeof value === 'string' && (name === 'href' || name === 'src')
      return [name, isAddress ? localAddress(base, value) : value]
    }),
  )
}

/** Attributes as text, each with a leading space; `true` is a bare name, `false` is left out. */
export function attributes(given: Record<string, string | boolean>): string {
  return Object.entries(given)
    .filter(([name, value]) => value !== false && /^[a-z][a-z0-9-]*$/i.test(name) && !/^on/i.test(name))
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join('')
}
