import path from 'node:path'
import type { SiteConfig, Analytics } from '../../schema/config.ts'
import type { LocaleView, PageView, BootData } from '../../schema/view.ts'
import type { Address } from '../../schema/site.ts'
import { LINK_PLACEHOLDER } from '../../schema/page.ts'
import { escapeHtml, escapeJson } from '../../shared/escape.ts'
import type { RenderedPage } from '../../shared/offline.ts'
import { fallbackPageView, OWN_HEAD_TAG, headTags } from '../../shared/views.ts'
import { localAddress } from '../../shared/addresses.ts'
import { packageRoot } from '../../lib/package.ts'
import { type BundledCode, bundleName, evaluateBundle, noteSiteCode } from '../../lib/site-code.ts'
import {
  ENGLISH,
  INTERNATIONAL,
  SAME,
  type Strings,
  TEXT_NAMES,
  type TranslatedStrings,
} from '../../schema/strings.ts'

export interface RenderInput {
  view: PageView
  html: string
  addresses: Address[]
  /** Chunk, if it isn't that of the view and the content (`fallbackChunk`); empty for none. */
  chunk?: string | undefined
  data?: string | undefined
}

export interface RenderContext {
  theme: ThemeModule
  locale: LocaleView
  entries: DocumentEntries
  head: SiteConfig['head']
}

/** Of several views, a page depends only on the one with its sidebar. */
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

export function renderPage(input: RenderInput, context: RenderContext): RenderedPage {
  const { view } = input
  const narrow = narrowContext(context, view)
  const html = fillAddresses(input.html, input.addresses)
  const app = narrow.theme.renderApp(view, narrow.locale, html)
  const pageJson = escapeJson(view)
  const document = renderDocument(input, narrow, pageJson, app)
  if (input.chunk !== undefined) return { document, chunk: input.chunk }
  // A chunk is a classic script that hands `[key, { page, html }]` (`PageChunk`) to the client.
  const before = `(self.docsgenChunks||=[]).push([${escapeJson(view.key)},{"page":${pageJson},"html":`
  const around: RenderedPage['around'] = [before, '}])\n']
  return { document, chunk: around.join(JSON.stringify(html)), html, around }
}

/** The differences from the view of the original, whose chunk has the content; may be empty. */
export function fallbackChunk(view: PageView, original: PageView, locale: LocaleView) {
  const { path } = view
  const own = view as unknown as Record<string, unknown>
  const base = fallbackPageView(original, path, locale) as unknown as Record<string, unknown>
  const isSame = (name: string) =>
    own[name] === base[name] || JSON.stringify(own[name]) === JSON.stringify(base[name])
  const differing = Object.keys({ ...base, ...own }).filter(name => name !== 'key' && !isSame(name))
  if (differing.length === 0) return ''
  const page = { path, ...Object.fromEntries(differing.map(name => [name, own[name] ?? null])) }
  const chunk = escapeJson({ page, original: original.path })
  return `(self.docsgenChunks||=[]).push([${escapeJson(view.key)},${chunk}])\n`
}

/** An address that must not be rendered stays empty. */
export function fillAddresses(html: string, addresses: readonly Address[]) {
  return html.replace(LINK_PLACEHOLDER, (_match, index: string) => {
    const address = addresses[Number(index)] ?? ''
    if (typeof address === 'string') return escapeHtml(address)
    const { src, width, height } = address
    // The placeholder is inside quotes: closing them adds the dimensions.
    const size = Object.entries({ width, height }).filter(([, pixels]) => pixels !== undefined)
    return escapeHtml(src) + size.map(([name, pixels]) => `" ${name}="${pixels}`).join('')
  })
}

export interface DocumentEntries {
  boot: string
  theme: string
  scheme: string
  style: string
  /** Loaded ahead: browsers would find it only in the style sheet. */
  font?: string | undefined
  /** As `createLocaleViews` returns them. */
  view: string
  views?: Readonly<Record<number, string>> | undefined
  policy?: string | undefined
  analytics?: { script: string; settings: Analytics } | undefined
}

/** Policies don't block `data`, which is JSON-LD. */
function renderDocument(input: RenderInput, context: RenderContext, pageJson: string, app: string) {
  const { view: page, data } = input
  const { locale, entries, head } = context
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

/** Scripts block the first paint, so that nothing jumps. Islands are already in the HTML. */
function loadTag(href: string) {
  if (href.endsWith('.css')) return `<link${attributes({ rel: 'stylesheet', href })}>`
  const blocking = /\/islands\.\w+\.js$/.test(href) ? '' : ' blocking="render"'
  return `<script type="module"${blocking}${attributes({ src: href })}></script>`
}

/** For hosts that can't send the policy. It applies to what comes after it. */
export function policyTag({ policy }: { policy?: string | undefined }) {
  if (policy === undefined) return ''
  return `<meta${attributes({ 'http-equiv': 'Content-Security-Policy', content: policy })}>\n`
}

/** The client replaces tags with `data-docsgen-head` on navigation. */
function headTagsOf(page: PageView, locale: LocaleView, head: SiteConfig['head']) {
  const scripts = (page.head ?? []).filter(({ tag }) => tag === 'script')
  return [
    ...headTags(page).map(each => `<${each.tag}${attributes({ ...each.attributes, [OWN_HEAD_TAG]: true })}>`),
    ...configuredTags(head, locale.base),
    ...scripts.map(({ attributes: given }) => `<script${attributes(given)}></script>`),
  ]
}

/** Link and script tags. Paths of the site get the base. */
export function configuredTags(head: SiteConfig['head'], base: string) {
  const shown = head.filter(({ tag }) => tag !== 'meta')
  return shown.map(({ tag, attributes: given }) => {
    const located = Object.entries(given).map(([name, value]) => {
      const isAddress = typeof value === 'string' && (name === 'href' || name === 'src')
      return [name, isAddress ? localAddress(base, value) : value]
    })
    const opening = `<${tag}${attributes(Object.fromEntries(located) as typeof given)}>`
    return tag === 'script' ? `${opening}</script>` : opening
  })
}

/** For addresses and ids. */
export function unescapeValue(value: string) {
  return value.replace(/&(?:amp|#39|#x27);/g, entity => (entity === '&amp;' ? '&' : "'"))
}

/** Each attribute has a leading space; `true` is a bare name, `false` is left out. */
export function attributes(given: Record<string, string | boolean>) {
  return Object.entries(given)
    .filter(([name, value]) => value !== false && /^[a-z][a-z0-9-]*$/i.test(name) && !/^on/i.test(name))
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join('')
}

/** By page key. */
export type Scripts = ReadonlyMap<string, string>
export type Chunks = Map<string, { name: string; bytes: Uint8Array }>

/** Page chunks, `{page key}.{hash}.js`. */
export async function bundleChunks(scripts: Scripts) {
  const chunks: Chunks = new Map()
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: packageRoot,
    entryPoints: Array.from(scripts, ([key, script]) => ({
      in: `data:text/javascript;base64,${Buffer.from(script).toString('base64')}`,
      out: key,
    })),
    bundle: true,
    write: false,
    minify: true,
    // Chunks have no imports and exports, so this makes classic scripts.
    format: 'esm',
    charset: 'utf8',
    target: 'es2022',
    outdir: 'out',
    entryNames: '[name].[hash]',
    tsconfigRaw: '{}',
    logLevel: 'silent',
  })
  for (const { path: file, contents: bytes } of outputFiles) {
    const name = path.basename(file)
    chunks.set(name.slice(0, name.indexOf('.')), { name, bytes })
  }
  return chunks
}

/** `templates/strings/index.ts`, bundled with the texts of the site. */
export interface StringsModule {
  loadStrings(lang: string): Promise<TranslatedStrings>
}

/** `templates/server.tsx`, bundled with the templates of the site. */
interface ThemeModule {
  renderApp(page: PageView, locale: LocaleView, html: string): string
}

/** Modules by hash: `dev` has one for each state of the templates. */
const evaluated = new Map<string, unknown>()
const MOST_EVALUATED = 4

export function loadThemeModule<M = ThemeModule>(bundled: BundledCode): M {
  const { hash } = bundled
  // The source map, which locates failures in the templates, is made only when pages fail.
  noteSiteCode(bundleName(hash), { what: 'A template', rule: 'templates/failed', originOf: () => undefined })
  const known = evaluated.get(hash) ?? evaluateBundle(bundled)
  evaluated.set(hash, known)
  for (const oldest of evaluated.keys()) if (evaluated.size > MOST_EVALUATED) evaluated.delete(oldest)
  return known as M
}

/** UI strings by language; untranslated ones are in English, and `untranslated` lists them. */
export async function collectStrings({ loadStrings }: StringsModule, langs: readonly string[]) {
  const english = { ...ENGLISH, ...(await loadStrings('en')) }
  const translated = TEXT_NAMES.filter(name => !INTERNATIONAL.includes(name))
  const texts = new Map<string, Strings>()
  const untranslated = new Map<string, typeof translated>()
  for (const lang of langs) {
    const own = await loadStrings(lang)
    const same = SAME.flatMap(([name, as]) => (own[as] ? [[name, own[as]]] : []))
    texts.set(lang, { ...english, ...Object.fromEntries(same), ...own } as Strings)
    const lacking = translated.filter(name => own[name] === undefined)
    untranslated.set(lang, lacking)
  }
  return { stringsFor: (lang: string) => texts.get(lang) as Strings, untranslated }
}
