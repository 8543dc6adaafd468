import type { PluginPage, PluginSite } from '../../schema/plugin.ts'

/** A page of a feed. Addresses are absolute. */
export interface Entry {
  title: string
  url: string
  summary: string
  /** Milliseconds since 1970. */
  date: number
  tags: readonly string[]
  authors: readonly string[]
  /** The whole page, where the feed has it. */
  html?: string
}

/** The feed of a language. */
export interface Feed {
  title: string
  description: string
  lang: string
  /** Of the language's home page. */
  home: string
  /** Newest first. */
  entries: readonly Entry[]
}

export interface FeedSettings {
  /** Begin of the addresses that take part, without base and language: `/blog/`. */
  folder: string
  limit: number
  content: boolean
}

const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[Tt ]+(\d{2}):(\d{2})(?::(\d{2}))?)?/
const ZONE = /([+-])(\d{1,2}):?(\d{2})?$/

/** The moment that a date of the frontmatter is; without a time zone, in that of Greenwich. */
export function momentOf(date: string): number | undefined {
  const text = date.trim()
  const [whole, year, month, day = '1', hour = '0', minute = '0', second = '0'] = DATE.exec(text) ?? []
  if (whole === undefined) return undefined
  const moment = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const [, sign, hours = '0', minutes = '0'] = ZONE.exec(text.slice(whole.length)) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? moment + offset : moment - offset
}

/** True for a page that feeds have. */
export function isDated({ frontmatter, path, locale }: PluginPage, folder: string): boolean {
  const { date, unlisted } = frontmatter
  return typeof date === 'string' && unlisted !== true && `/${path.slice(locale.length)}`.startsWith(folder)
}

/** The feed of each language that has dated pages. `site.url` is there. */
export function feedsOf(site: PluginSite, settings: FeedSettings): { locale: string; feed: Feed }[] {
  return site.locales.map(({ path, lang, title, description }) => {
    const pages = site.pages.filter(page => page.locale === path && isDated(page, settings.folder))
    const entries = pages.flatMap(page => toEntry(page, site, settings.content) ?? [])
    // Pages of one day stand in the order of their addresses.
    const sorted = entries.toSorted((a, b) => b.date - a.date || (a.url < b.url ? -1 : 1))
    const home = absolute(site, path)
    return {
      locale: path,
      feed: { title, description, lang, home, entries: sorted.slice(0, settings.limit) },
    }
  })
}

/** An address of the site, without base, as others see it. */
export function absolute({ url = '', base }: Pick<PluginSite, 'url' | 'base'>, path: string): string {
  return url.replace(/\/$/, '') + base.replace(/\/$/, '') + path
}

function toEntry(page: PluginPage, site: PluginSite, withContent: boolean): Entry | undefined {
  const { title, description, excerpt, frontmatter, url } = page
  const date = momentOf(String(frontmatter.date))
  if (date === undefined || url === undefined) return undefined
  return {
    title,
    url,
    summary: description || excerpt,
    date,
    tags: textsOf(frontmatter.tags),
    authors: textsOf((frontmatter as Record<string, unknown>)['authors']),
    ...(withContent ? { html: absoluteHtml(site.htmlOf(page), url) } : {}),
  }
}

/** Names, whether they stand alone, in a list, or as `name` of entries. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(item => textsOf(item))
  if (typeof value === 'string') return value === '' ? [] : [value]
  const { name } = (value ?? {}) as { name?: unknown }
  return typeof name === 'string' ? [name] : []
}

/** Content whose addresses are absolute, without buttons and marks that only a page has. */
function absoluteHtml(html: string, page: string): string {
  const plain = html.replace(/<button[^<>]*>[^<>]*<\/button>|<a class="header-anchor"[^<>]*>[^<>]*<\/a>/g, '')
  return plain.replace(/ (href|src|poster)="([^"]*)"/g, (whole, name: string, address: string) => {
    const written = address.replaceAll('&amp;', '&')
    if (!URL.canParse(written, page)) return whole
    return ` ${name}="${new URL(written, page).href.replaceAll('&', '&amp;')}"`
  })
}
