import { withBase } from './addresses.ts'
import { escapeHtml } from './escape.ts'
import type { NavLink, SidebarItem, PageView, LocaleView, FallbackView } from '../schema/view.ts'

/** From right to left: Hebrew, Arabic, their neighbours, scripts beyond 16 bits. */
const RANGES = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}'
/** Signs and digits, which go to the other side of the words beside them. */
const NEUTRAL = /[^\p{L}\p{M}\s]/u

/** In text from right to left, puts the rest (`--flag`) between invisible signs that keep its parts in order. */
export function isolate(text: string, dir: 'ltr' | 'rtl' | undefined) {
  if (dir !== 'rtl' || !NEUTRAL.test(text)) return text
  // Made here, because the boot script doesn't need it.
  if (!new RegExp(`[${RANGES}]`, 'u').test(text)) return `\u2068${text}\u2069`
  const other = `[^\\s\\p{Cf}${RANGES}]+`
  return text.replace(new RegExp(`${other}(?:\\s+${other})*`, 'gu'), isolateRun)
}

/** Outside stay signs of the sentence at its ends, the hyphen after a Hebrew prefix, and `\0`, which marks parts of the text. */
function isolateRun(run: string, at: number, text: string) {
  const isJoined = at > 0 && /^\S-(?!-)/.test(text.slice(at - 1))
  const head = run.includes(')') ? HEAD : new RegExp(`${HEAD.source}\\(?`, 'u')
  const before = isJoined ? '-' : (head.exec(run)?.[0] ?? '')
  const rest = run.slice(before.length)
  const code = rest.replace(rest.includes('(') ? TAIL : TAIL_OR_BRACKET, '')
  const isCode = /\p{L}/u.test(code) && /[^\p{L}\p{M}\p{N}\s]/u.test(code)
  return isCode ? `${before}\u2068${code}\u2069${rest.slice(code.length)}` : run
}

const HEAD = /^(?:[^\p{L}\p{N}\s]+\s+)*[)\]»”]*/u
const TAIL = /(?:\s*[([«“\0]|\s+[-–—]|[,.:;!?…])+$/
const TAIL_OR_BRACKET = /(?:\s*[([«“\0]|\s+[-–—]|[),.:;!?…])+$/

interface MenuItem {
  text: string
  link?: MenuItem | undefined
  items?: MenuItem[]
}

export function isolateTexts<Item extends MenuItem>(items: Item[], dir: 'ltr' | 'rtl'): Item[] {
  if (dir === 'ltr') return items
  return items.map(item => ({
    ...item,
    text: isolate(item.text, dir),
    ...(item.link && { link: isolateTexts([item.link], dir)[0] }),
    ...(item.items && { items: isolateTexts(item.items, dir) }),
  }))
}

/** Marks tags of the head that are replaced with the page. */
export const OWN_HEAD_TAG = 'data-docsgen-head'

/** Meta tags and links of a page, in document order, on the server and in the browser. */
export function headTags({ meta, canonical, alternates, head = [] }: PageView) {
  const links: Record<string, string>[] = [
    ...(canonical ? [{ rel: 'canonical', href: canonical }] : []),
    ...alternates.map(({ hreflang, href }) => ({ rel: 'alternate', hreflang, href })),
    ...head.flatMap(({ tag, attributes }) => (tag === 'link' ? [attributes] : [])),
  ]
  return [
    ...meta.map(attributes => ({ tag: 'meta' as const, attributes })),
    ...links.map(attributes => ({ tag: 'link' as const, attributes })),
  ]
}

export function createNotFoundView(locale: LocaleView): PageView {
  return { ...createOwnView(locale, locale.strings.notFoundTitle), layout: 'NotFound', notFound: true }
}

export function createSearchView(locale: LocaleView): PageView {
  const { path, searchPage = path, strings, versions } = locale
  return {
    ...createOwnView(locale, strings.search, searchPage.slice(path.length)),
    key: 'search',
    path: searchPage,
    versions: versions?.map(version => version.searchPage ?? version.href),
  }
}

export function searchContent({ strings }: LocaleView) {
  return `<h1>${escapeHtml(strings.search)}</h1>
<div data-search-page></div>
<noscript><p>${escapeHtml(strings.searchNoScript)}</p></noscript>
`
}

/** `name`: path of a page that all languages have, below theirs. */
function createOwnView(locale: LocaleView, title: string, name?: string): PageView {
  return {
    key: '',
    path: '',
    locale: locale.path,
    lang: locale.lang,
    title,
    documentTitle: [title, locale.title].filter(Boolean).join(' | '),
    description: locale.description,
    meta: [{ name: 'robots', content: 'noindex' }],
    alternates: [],
    layout: 'Page',
    frontmatter: {},
    headers: [],
    languages: locale.locales.map(({ path, lang, label, home }) => ({
      locale: path,
      lang,
      label,
      href: name === undefined ? home : withBase(locale.base, path + name),
      translated: name !== undefined || path === locale.path,
    })),
    sidebar: -1,
    outline: false,
  }
}

/** View of a fallback page at a path of `locale`; the fallback's chunk has what differs. */
export function fallbackPageView(original: PageView, path: string, locale: LocaleView): PageView {
  const { lang: _lang, ...frontmatter } = original.frontmatter
  const { stale: _stale, editLink: _editLink, prev, next, ...same } = original
  const { documentTitle } = original
  const { title = '' } = locale.originals?.[original.locale] ?? {}
  const fallback = fallbackView(original, locale)
  const ending = ` | ${title}`
  return {
    ...same,
    // Not the key of its document, but also unique.
    key: original.key + locale.path,
    path,
    locale: locale.path,
    lang: locale.lang,
    documentTitle: documentTitle.endsWith(ending)
      ? `${documentTitle.slice(0, -ending.length)} | ${locale.title}`
      : documentTitle,
    canonical: original.canonical ?? fallback.href,
    alternates: [],
    frontmatter,
    ...(prev && { prev: fallbackLink(prev, fallback, locale) }),
    ...(next && { next: fallbackLink(next, fallback, locale) }),
    fallback,
  }
}

function fallbackView(original: PageView, { base, locales, originals }: LocaleView) {
  const { locale, lang, path, editLink } = original
  const { dir = 'ltr', files, create } = originals?.[locale] ?? {}
  const label = locales.find(other => other.path === locale)?.label ?? lang
  const view: FallbackView = { locale, lang, dir, label, href: withBase(base, path) }
  if (create === undefined || files === undefined || !editLink?.href.startsWith(files)) return view
  const [, folder = '', name = ''] = /^(.*?)([^/]*)$/.exec(editLink.href.slice(files.length)) ?? []
  const parts: Record<string, string> = { ':folder': folder, ':name': name }
  return { ...view, translate: create.replace(/:(?:folder|name)\b/g, part => parts[part] ?? '') }
}

function fallbackLink(link: NavLink, { locale: from }: FallbackView, locale: LocaleView) {
  const { base, dir, lang, locales, path } = locale
  const start = withBase(base, from)
  if (link.external || !link.href.startsWith(start)) return link
  const own = locales.find(other => other.path === from)?.lang ?? lang
  const href = withBase(base, path) + link.href.slice(start.length)
  return { ...link, text: isolate(link.text, dir), href, untranslated: shortName(own, lang), textLang: own }
}

/** With its region only for readers of the same language: they want to know which Portuguese. */
export function shortName(lang: string, reader: string) {
  const [name = lang, own] = [lang, reader].map(tag => tag.split('-')[0])
  return name === own ? lang : name
}

const AROUND = 50

/**
 * What documents have of a large sidebar: at each level the entries around the open page (`path`: its positions, outermost first),
 * other groups as links, and a link to the next omitted entry.
 */
export function openSection(items: readonly SidebarItem[], path: readonly number[]): SidebarItem[] {
  const [open, ...inner] = path
  const start = Math.max(0, (open ?? 0) - AROUND)
  const end = (open ?? AROUND) + AROUND + 1
  const shown = items.slice(start, end).map((item, index) => {
    return start + index === open ? { ...item, items: openSection(item.items, inner) } : closed(item)
  })
  return [...furtherOn(items[start - 1]), ...shown, ...furtherOn(items[end])]
}

function closed(item: SidebarItem) {
  const { text, badge } = item
  const link = firstLink(item)
  return { text, items: [], ...(link && { link }), ...(badge && { badge }) }
}

function firstLink({ link, items }: SidebarItem): NavLink | undefined {
  return link ?? (items[0] && firstLink(items[0]))
}

function furtherOn(item: SidebarItem | undefined) {
  return item ? [{ ...closed(item), text: `… ${item.text}` }] : []
}
