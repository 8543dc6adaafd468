import type { FallbackView } from '../schema/fallback.ts'
import type { LocaleView, NavLink, PageView } from '../schema/view.ts'
import { isolate } from './isolate.ts'

/** A page of another language, and where it stands in that of the reader. */
export interface StandIn {
  original: PageView
  /** Path in the reader's language. */
  path: string
  /** What pages of that share. */
  locale: LocaleView
}

/**
 * The view of a page that shows the content of another language, as it follows from that page: the same, in the frame of the
 * reader's language. What differs from this is in the chunk of the page, and a page without such has none.
 */
export function standInView({ original, path, locale }: StandIn): PageView {
  const { lang: _lang, ...frontmatter } = original.frontmatter
  const { stale: _stale, editLink: _editLink, prev, next, ...same } = original
  const { title = '' } = locale.originals?.[original.locale] ?? {}
  const fallback = fallbackView({ original, path, locale })
  const ending = ` | ${title}`
  const { documentTitle } = original
  return {
    ...same,
    // Not that of its document, but as good: no other page has it.
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
    ...(prev ? { prev: standInLink(prev, fallback, locale) } : {}),
    ...(next ? { next: standInLink(next, fallback, locale) } : {}),
    fallback,
  }
}

function fallbackView({ original, locale: { base, locales, originals } }: StandIn): FallbackView {
  const { locale, lang, path, editLink } = original
  const { dir = 'ltr', files, create } = originals?.[locale] ?? {}
  const label = locales.find(other => other.path === locale)?.label ?? lang
  const view: FallbackView = { locale, lang, dir, label, href: base.slice(0, -1) + path }
  if (create === undefined || files === undefined || !editLink?.href.startsWith(files)) return view
  const [, folder = '', name = ''] = /^(.*?)([^/]*)$/.exec(editLink.href.slice(files.length)) ?? []
  const parts: Record<string, string> = { ':folder': folder, ':name': name }
  return { ...view, translate: create.replace(/:(?:folder|name)\b/g, part => parts[part] ?? '') }
}

/** A link to another page that stands in, too. */
function standInLink(link: NavLink, { locale: from }: FallbackView, locale: LocaleView): NavLink {
  const { base, dir, lang, locales, path } = locale
  const start = base.slice(0, -1) + from
  if (link.external || !link.href.startsWith(start)) return link
  const own = locales.find(other => other.path === from)?.lang ?? lang
  const href = base.slice(0, -1) + path + link.href.slice(start.length)
  return { ...link, text: isolate(link.text, dir), href, untranslated: shortName(own, lang), textLang: own }
}

/** What a language is called beside a link, for readers of another: Portuguese is no news for who reads it, which one is. */
export function shortName(lang: string, reader: string): string {
  const [name = lang, own] = [lang, reader].map(tag => tag.split('-')[0])
  return name === own ? lang : name
}
