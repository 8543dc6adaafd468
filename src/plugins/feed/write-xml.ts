import { escapeHtml } from '../../shared/escape.ts'
import type { Entry, Feed } from './entries.ts'

/** Characters that XML cannot hold. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const text = (value: string): string => escapeHtml(value.toWellFormed().replace(FORBIDDEN, ''))
const tag = (name: string, value: string): string => `<${name}>${text(value)}</${name}>`
const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'

/** Atom (RFC 4287). `self` is the address of the feed. */
export function writeAtom(feed: Feed, self: string): string {
  const { title, description, lang, home, entries } = feed
  const lines = [
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text(lang)}">`,
    tag('title', title),
    ...(description ? [tag('subtitle', description)] : []),
    tag('id', home),
    `<link rel="alternate" type="text/html" href="${text(home)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${text(self)}"/>`,
    tag('updated', isoDate(newest(entries))),
    // Each entry must have an author, or the feed.
    `<author>${tag('name', title)}</author>`,
    ...entries.map(entry => atomEntry(entry)),
    '</feed>',
  ]
  return `${HEAD}${lines.join('\n')}\n`
}

function atomEntry({ title, url, date, summary, tags, authors, html }: Entry): string {
  return [
    '<entry>',
    tag('title', title),
    tag('id', url),
    `<link rel="alternate" type="text/html" href="${text(url)}"/>`,
    tag('published', isoDate(date)),
    tag('updated', isoDate(date)),
    ...authors.map(name => `<author>${tag('name', name)}</author>`),
    ...tags.map(name => `<category term="${text(name)}"/>`),
    ...(summary ? [tag('summary', summary)] : []),
    ...(html === undefined ? [] : [`<content type="html">${text(html)}</content>`]),
    '</entry>',
  ].join('\n')
}

/** RSS 2.0. `self` is the address of the feed. */
export function writeRss(feed: Feed, self: string): string {
  const { title, description, lang, home, entries } = feed
  const lines = [
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    tag('title', title),
    tag('link', home),
    tag('description', description || title),
    tag('language', lang),
    `<atom:link rel="self" type="application/rss+xml" href="${text(self)}"/>`,
    tag('lastBuildDate', new Date(newest(entries)).toUTCString()),
    ...entries.map(entry => rssItem(entry)),
    '</channel>',
    '</rss>',
  ]
  return `${HEAD}${lines.join('\n')}\n`
}

function rssItem({ title, url, date, summary, tags, authors, html }: Entry): string {
  const description = html ?? summary
  return [
    '<item>',
    tag('title', title),
    tag('link', url),
    `<guid isPermaLink="true">${text(url)}</guid>`,
    tag('pubDate', new Date(date).toUTCString()),
    ...authors.map(name => tag('dc:creator', name)),
    ...tags.map(name => tag('category', name)),
    ...(description ? [tag('description', description)] : []),
    '</item>',
  ].join('\n')
}

/** A feed says when it changed: with its newest page, whenever it is built. */
function newest(entries: readonly Entry[]): number {
  return Math.max(0, ...entries.map(({ date }) => date))
}

function isoDate(moment: number): string {
  return new Date(moment).toISOString().replace('.000Z', 'Z')
}
