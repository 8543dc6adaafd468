import { escapeHtml } from '../../shared/escape.ts'

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
  /** Address of the language's home page. */
  home: string
  /** Address of the feed. */
  self: string
  /** Newest first. */
  entries: readonly Entry[]
}

/** Characters that XML cannot hold. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const text = (value: string): string => escapeHtml(value.toWellFormed().replace(FORBIDDEN, ''))
const tag = (name: string, value: string): string => `<${name}>${text(value)}</${name}>`
const isoDate = (moment: number): string => new Date(moment).toISOString().replace('.000Z', 'Z')
const file = (lines: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${lines.join('\n')}\n`

/** A feed changes with its newest page, whenever it is built. */
const newest = (entries: readonly Entry[]): number => Math.max(0, ...entries.map(({ date }) => date))

/** Atom (RFC 4287). */
export function writeAtom({ title, description, lang, home, self, entries }: Feed): string {
  return file([
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text(lang)}">`,
    tag('title', title),
    ...(description ? [tag('subtitle', description)] : []),
    tag('id', home),
    `<link rel="alternate" type="text/html" href="${text(home)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${text(self)}"/>`,
    tag('updated', isoDate(newest(entries))),
    // Each entry must have an author, or the feed.
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
      ...(entry.summary ? [tag('summary', entry.summary)] : []),
      ...(entry.html === undefined ? [] : [`<content type="html">${text(entry.html)}</content>`]),
      '</entry>',
    ]),
    '</feed>',
  ])
}

/** RSS 2.0. */
export function writeRss({ title, description, lang, home, self, entries }: Feed): string {
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
      ...((html ?? entry.summary) ? [tag('description', html ?? entry.summary)] : []),
      '</item>',
    ]),
    '</channel>',
    '</rss>',
  ])
}
