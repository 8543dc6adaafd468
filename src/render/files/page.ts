import type { SiteConfig } from '../../schema/config.ts'
import type { LocaleView, PageView } from '../../schema/view.ts'
import type { Address } from '../../schema/site.ts'
import { LINK_PLACEHOLDER } from '../../schema/page.ts'
import { escapeHtml, escapeJson, escapeJsonText } from '../../shared/escape.ts'
import { fallbackPageView } from '../../shared/views.ts'
import { type DocumentEntries, renderDocument } from './document.ts'
import type { ThemeModule } from './theme-module.ts'

/** Everything the rendering of one page depends on: the hash of this is the key of the cached result. */
export interface RenderInput {
  view: PageView
  html: string
  addresses: Address[]
  /** The chunk, where it is another than that of the view and the content (`fallbackChunk`); empty for none. */
  chunk?: string | undefined
  data?: string | undefined
}

/** What the pages of a locale share while they are rendered. */
export interface RenderContext {
  theme: ThemeModule
  locale: LocaleView
  entries: DocumentEntries
  head: SiteConfig['head']
}

export interface RenderedPage {
  html: string
  /** It as JSON; empty where the chunk is without it (`fallbackChunk`). */
  json: string
  document: string
  chunk: string
  /** What stands before and after the content as JSON in the chunk. */
  script: [before: string, after: string]
}

/** What a page is rendered with: of a language with many views that which its readers get, with its own sidebar alone. */
export function narrowContext<Context extends Pick<RenderContext, 'locale' | 'entries'>>(
  context: Context,
  { sidebar }: Pick<PageView, 'sidebar'>,
): Context {
  const { views, ...entries } = context.entries
  if (!views) return context
  const items = context.locale.sidebars[sidebar]
  const locale = { ...context.locale, sidebars: items ? { [sidebar]: items } : {} }
  return { ...context, locale, entries: { ...entries, view: views[sidebar] ?? entries.view } }
}

/** Renders the document and the chunk of one page. */
export function renderPage(input: RenderInput, context: RenderContext): RenderedPage {
  const { view } = input
  const { theme, locale, entries, head } = narrowContext(context, view)
  const html = fillAddresses(input.html, input.addresses)
  const app = theme.renderApp(view, locale, html)
  // Content and view are large, and each is in more than one text.
  const json = input.chunk === undefined ? JSON.stringify(html) : ''
  const pageJson = escapeJson(view)
  const document = renderDocument({ page: view, pageJson, locale, app, entries, head, data: input.data })
  const script = chunkAround(view.key, pageJson)
  return { html, json, document, chunk: input.chunk ?? script[0] + escapeJsonText(json) + script[1], script }
}

/** The chunk of a fallback: what does not follow from the view of the original, whose chunk has the content. Empty for nothing. */
export function fallbackChunk(view: PageView, original: PageView, locale: LocaleView): string {
  const { path } = view
  const own = view as unknown as Record<string, unknown>
  const base = fallbackPageView({ original, path, locale }) as unknown as Record<string, unknown>
  const names = [...new Set([...Object.keys(base), ...Object.keys(own)])]
  const isSame = (one: unknown, other: unknown) =>
    one === other || JSON.stringify(one) === JSON.stringify(other)
  const differing = names.filter(name => name !== 'key' && !isSame(own[name], base[name]))
  if (differing.length === 0) return ''
  const page = { path, ...Object.fromEntries(differing.map(name => [name, own[name] ?? null])) }
  const chunk = escapeJson({ page, original: original.path })
  return `(self.docsgenChunks||=[]).push([${escapeJson(view.key)},${chunk}])\n`
}

/** A chunk is a classic script that hands `[key, { page, html }]` (`PageChunk`) to the client. Returns the text around the HTML. */
export function chunkAround(key: string, pageJson: string): [before: string, after: string] {
  return [`(self.docsgenChunks||=[]).push([${escapeJson(key)},{"page":${pageJson},"html":`, '}])\n']
}

/** Puts the addresses into the content. One that must not be rendered stays empty. */
export function fillAddresses(html: string, addresses: readonly Address[]): string {
  return html.replace(LINK_PLACEHOLDER, (_match, index: string) => {
    const address = addresses[Number(index)] ?? ''
    if (typeof address === 'string') return escapeHtml(address)
    const { src, width, height } = address
    // The placeholder stands inside quotes: closing them adds the dimensions that keep the layout still.
    const size = Object.entries({ width, height }).filter(([, pixels]) => pixels !== undefined)
    return escapeHtml(src) + size.map(([name, pixels]) => `" ${name}="${pixels}`).join('')
  })
}
