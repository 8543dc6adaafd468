/** `docsgen/plugins/feed`: Atom and RSS for every language, of pages that have a `date`. */
import * as z from 'zod'
import type { PluginDefinition, PluginPage, PluginSite } from '../../schema/plugin.ts'
import { escapeHtml } from '../../shared/escape.ts'

const options = z.strictObject({
  formats: z
    .array(z.enum(['atom', 'rss']))
    .min(1)
    .default(['atom', 'rss']),
  /** Only pages below this address, in each language: `/blog/`. */
  folder: z
    .string()
    .regex(/^\/(?:.*\/)?$/, 'must start and end with `/`')
    .default('/'),
  limit: z.number().int().min(1).default(20),
  /** Whole pages instead of what they are about. */
  content: z.boolean().default(false),
})

type Options = z.output<typeof options>

const FILES = {
  atom: { name: 'feed.xml', type: 'application/atom+xml', title: 'Atom', write: writeAtom },
  rss: { name: 'rss.xml', type: 'application/rss+xml', title: 'RSS', write: writeRss },
}

const plugin: PluginDefinition<Options> = {
  name: 'feed',
  options,
  head: ({ locale }, { options: { formats } }) =>
    formats.map(format => {
      const { name, type, title } = FILES[format]
      return { tag: 'link', attributes: { rel: 'alternate', type, title, href: locale + name } }
    }),
  files(site, { options: { formats, folder, limit, content } }) {
    const { url, base, locales, pages } = site
    if (url === undefined) return []
    const absolute = (path: string) => url.replace(/\/$/, '') + base.replace(/\/$/, '') + path
    return locales.flatMap(({ path, ...about }) => {
      const entries = pages
        .filter(page => page.locale === path && isDated(page, folder))
        .flatMap(page => toEntry(page, content ? site : undefined) ?? [])
        // Pages of one day are in the order of their addresses.
        .toSorted((a, b) => b.date - a.date || (a.url < b.url ? -1 : 1))
        .slice(0, limit)
      return formats.map(format => {
        const { name, write } = FILES[format]
        const feed = { ...about, home: absolute(path), self: absolute(path + name), entries }
        return { path: `${path}${name}`.slice(1), content: write(feed) }
      })
    })
  },
  checks: {
    url: {
      description: "The feed plugin requires `url`, which isn't set.",
      severity: 'error',
      run({ url }) {
        const message = 'The feed plugin requires `url`.'
        const hint =
          "Set `url` to the origin of the published site, for example `'https://docs.example.org'`."
        return url === undefined ? [{ message, hint }] : []
      },
    },
    empty: {
      description: 'No page has a `date`, so the feeds are empty.',
      run({ pages }, { options: { folder } }) {
        if (pages.some(page => isDated(page, folder))) return []
        const message = `No page under \`${folder}\` has a \`date\`, so the feeds are empty.`
        const hint = 'Add `date: 2026-01-31` to the frontmatter of each page that belongs in the feed.'
        return [{ message, hint }]
      },
    },
  },
}

export default plugin

function isDated({ frontmatter, path, locale }: PluginPage, folder: string) {
  const { date, unlisted } = frontmatter
  return typeof date === 'string' && unlisted !== true && `/${path.slice(locale.length)}`.startsWith(folder)
}

/** `site`: only if entries contain whole pages. */
function toEntry(page: PluginPage, site: PluginSite | undefined) {
  const { title, description, excerpt, frontmatter, url } = page
  const { tags, authors }: { tags?: unknown; authors?: unknown } = frontmatter
  const date = momentOf(String(frontmatter.date))
  if (date === undefined || url === undefined) return
  const summary = description || excerpt
  const html = site && absoluteHtml(site.htmlOf(page), url)
  return { title, url, summary, date, tags: namesIn(tags), authors: namesIn(authors), html }
}

const DATE = /^(\d{4}-\d{2})(-\d{2})?(?:[Tt ]+(\d{2}:\d{2}(?::\d{2})?))?(?:.*?([+-])(\d{1,2}):?(\d{2})?)?/

/** Milliseconds since 1970; UTC without a time zone. */
export function momentOf(date: string) {
  const [whole, month, day = '-01', time = '00:00', sign = '+', hours = '0', minutes = '00'] =
    DATE.exec(date.trim()) ?? []
  if (whole === undefined) return
  const moment = Date.parse(`${month}${day}T${time}${sign}${hours.padStart(2, '0')}:${minutes}`)
  return Number.isNaN(moment) ? undefined : moment
}

/** Names given alone, in a list, or as `name` of entries. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(item => namesIn(item))
  if (typeof value === 'string') return value === '' ? [] : [value]
  return namesIn((value as { name?: unknown } | null | undefined)?.name ?? [])
}

/** Also removes buttons and marks that only a page has. */
function absoluteHtml(html: string, page: string) {
  const plain = html.replace(/<button[^<>]*>[^<>]*<\/button>|<a class="header-anchor"[^<>]*>[^<>]*<\/a>/g, '')
  return plain.replace(/ (href|src|poster)="([^"]*)"/g, (whole, name: string, address: string) => {
    const written = address.replaceAll('&amp;', '&')
    if (!URL.canParse(written, page)) return whole
    return ` ${name}="${new URL(written, page).href.replaceAll('&', '&amp;')}"`
  })
}

type Entry = NonNullable<ReturnType<typeof toEntry>>

/** Entries from new to old; addresses are absolute. */
interface Feed extends Record<'title' | 'description' | 'lang' | 'home' | 'self', string> {
  entries: readonly Entry[]
}

// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const text = (value: string) => escapeHtml(value.toWellFormed().replace(FORBIDDEN, ''))
const tag = (name: string, value: string) => `<${name}>${text(value)}</${name}>`
const isoDate = (moment: number) => new Date(moment).toISOString().replace('.000Z', 'Z')
const file = (lines: readonly (string | false)[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n${lines.filter(Boolean).join('\n')}\n`

/** Date of the newest page: a feed doesn't change with each build. */
const newest = ([first]: readonly Entry[]) => Math.max(0, first?.date ?? 0)

function writeAtom({ title, description, lang, home, self, entries }: Feed) {
  return file([
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text(lang)}">`,
    tag('title', title),
    description && tag('subtitle', description),
    tag('id', home),
    `<link rel="alternate" type="text/html" href="${text(home)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${text(self)}"/>`,
    tag('updated', isoDate(newest(entries))),
    // Required if an entry has no author.
    `<author>${tag('name', title)}</author>`,
    ...entries.flatMap(entry => [
      '<entry>',
      tag('title', entry.title),
      tag('id', entry.url),
      `<link rel="alternate" type="text/html" href="${text(entry.url)}"/>`,
      tag('published', isoDate(entry.date)),
      tag('updated', isoDate(entry.date)),
      ...entry.authors.map(name => `<author>${tag('name', name)}</author>`),
      ...entry.tags.map(name => `<category term="${text(name)}"/>`),
      entry.summary && tag('summary', entry.summary),
      entry.html !== undefined && `<content type="html">${text(entry.html)}</content>`,
      '</entry>',
    ]),
    '</feed>',
  ])
}

function writeRss({ title, description, lang, home, self, entries }: Feed) {
  return file([
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    tag('title', title),
    tag('link', home),
    tag('description', description || title),
    tag('language', lang),
    `<atom:link rel="self" type="application/rss+xml" href="${text(self)}"/>`,
    tag('lastBuildDate', new Date(newest(entries)).toUTCString()),
    ...entries.flatMap(({ html, ...entry }) => [
      '<item>',
      tag('title', entry.title),
      tag('link', entry.url),
      `<guid isPermaLink="true">${text(entry.url)}</guid>`,
      tag('pubDate', new Date(entry.date).toUTCString()),
      ...entry.authors.map(name => tag('dc:creator', name)),
      ...entry.tags.map(name => tag('category', name)),
      (html ?? entry.summary) && tag('description', html ?? entry.summary),
      '</item>',
    ]),
    '</channel>',
    '</rss>',
  ])
}
