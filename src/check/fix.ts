/** Edits of `docsgen check --fix`: they pin heading ids, repair anchors and keep links in their language. */
import path from 'node:path'
import { anchorOf, findTranslatedHeading, indexPages, listLeaks, type LocaleLeak } from './rules/links.ts'
import { listPairs } from './rules/parity.ts'
import { severityOf } from './rules/rule.ts'
import { type Place, groupBy } from '../schema/finding.ts'
import { type Heading, knowsCustomIds, type Section } from '../schema/page.ts'
import type { Page, ResolvedLink, Site, ReadableSite } from '../schema/site.ts'
import { ownSections } from '../site/stamps.ts'
import { hasSameShape } from '../site/translations.ts'

type ReadFile = (file: string) => string | undefined

/** Chooses the files that may be touched. */
export type FileFilter = (file: string) => boolean

/** A change of a source file. */
export interface TextEdit {
  place: Place
  remove: string
  insert: string
  /** The line isn't the one that was parsed: the file changed meanwhile. */
  isStale?: boolean
}

/** Plans the edits, by site-relative file. */
export function planFixes(
  site: ReadableSite,
  readFile: ReadFile,
  isChosen: FileFilter,
): ReadonlyMap<string, readonly TextEdit[]> {
  const pins = pinIds(site, readFile)
  const edits = [
    ...pins.edits,
    ...followLinks(site, pins.ids, readFile),
    ...fixAnchors(site, pins.ids, readFile),
    ...listLeaks(site).flatMap(leak => {
      const { place, url } = leak.link.link
      return editUrl(place, url, { remove: url, insert: localUrl(leak, site.config.contentDir) }, readFile)
    }),
  ]
  return groupBy(
    edits.filter(({ place }) => isChosen(place.file)),
    ({ place }) => place.file,
  )
}

const PINNABLE = /^[^\s{}"'<>&]+$/

/**
 * Edits that give headings of translations the ids of their source, by position, on pages of the same shape. `ids` has the new ids
 * by the `placeKey` of the heading. With `parity/anchors` off only the ids that broken links ask for are pinned; where ids are
 * those of VuePress, `{#id}` would be part of the heading and nothing is.
 */
function pinIds(site: ReadableSite, readFile: ReadFile): { edits: TextEdit[]; ids: Map<string, string> } {
  const ids = new Map<string, string>()
  if (!knowsCustomIds(site.config.markdown.slugs)) return { edits: [], ids }
  const broken = new Set(
    site.links.flatMap(link =>
      link.problem === 'no-anchor' ? [`${(link.to ?? link.from).record.key}#${anchorOf(link)}`] : [],
    ),
  )
  const isAll = severityOf('parity/anchors', 'info', site.config.check.rules) !== 'off'
  const edits = listPairs(site).flatMap(({ source, page }) => {
    const [left, right] = [site.textOf(source).sections, site.textOf(page).sections]
    if (!hasSameShape(left, right)) return []
    const from = headingsOf(left)
    return headingsOf(right).flatMap((section, index) => {
      const id = from[index]?.id ?? ''
      if (!PINNABLE.test(id) || id === section.id) return []
      if (!isAll && !broken.has(`${page.record.key}#${id}`)) return []
      const edit = pinHeading(readFile(section.place.file) ?? '', section, id)
      if (edit) ids.set(placeKey(section.place), id)
      return edit ?? []
    })
  })
  return { edits, ids }
}

function headingsOf(sections: readonly Section[]): Section[] {
  return ownSections(sections).filter(({ depth }) => depth > 0)
}

/** Adds or replaces `{#id}` at the end of a heading's text. Undefined for a heading that is not written as Markdown. */
function pinHeading(source: string, { place, title }: Section, id: string): TextEdit | undefined {
  const lines = source.split(LINE_END)
  const line = lines[place.line - 1] ?? ''
  const isAtx = /^#{1,6}(?:\s|$)/.test(line.slice(place.column - 1))
  if (!isAtx && !/^[\s>]*(?:=+|-+)\s*$/.test(lines[place.line] ?? '')) return undefined
  // A heading may be closed by further `#`.
  const text = isAtx ? line.trimEnd().replace(/\s+#+$/, '') : line.trimEnd()
  const start = startOfId(text)
  // Entities may stand for any letter.
  const letters = line.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const isStale = !line.includes('&') && !words.every(word => letters.includes(word))
  return { place: { ...place, column: start + 1 }, remove: text.slice(start), insert: ` {#${id}}`, isStale }
}

/** Where `{#id}` begins at the end of a text, with the white space before; the end of the text where there is none. */
function startOfId(text: string): number {
  if (!text.endsWith('}')) return text.length
  const open = text.indexOf('{#', text.lastIndexOf('}', text.length - 2) + 1)
  return open === -1 ? text.length : text.slice(0, open).trimEnd().length
}

function followLinks(site: Site, pins: ReadonlyMap<string, string>, readFile: ReadFile): TextEdit[] {
  if (pins.size === 0) return []
  const changes = new Map(site.pages.map(page => [page.record.key, newIds(page, pins)]))
  return site.links.flatMap(resolved => {
    const { link, to, from, problem } = resolved
    const changed = changes.get((to ?? from).record.key)?.get(anchorOf(resolved))
    return problem || link.kind !== 'link' ? [] : replaceHash(resolved, changed, readFile)
  })
}

/** Old id → new id on a page once the pins are written: of equal ids, further ones are numbered from 1 on. */
function newIds(page: Page, pins: ReadonlyMap<string, string>): Map<string, string> {
  const ids = new Set<string>()
  const changes = new Map<string, string>()
  for (const heading of page.headings) {
    const wanted = pins.get(placeKey(heading.place)) ?? heading.id
    let id = wanted
    for (let number = 1; ids.has(id); number += 1) id = `${wanted}-${number}`
    ids.add(id)
    if (id !== heading.id) changes.set(heading.id, id)
  }
  return changes
}

function placeKey({ file, line }: Place): string {
  return `${file}:${line}`
}

function replaceHash({ link }: ResolvedLink, id: string | undefined, readFile: ReadFile): TextEdit[] {
  const hash = link.url.indexOf('#')
  if (id === undefined || hash === -1) return []
  return editUrl(link.place, link.url, { remove: link.url.slice(hash + 1), insert: id }, readFile)
}

function editUrl(
  start: Place,
  url: string,
  { remove, insert }: Pick<TextEdit, 'remove' | 'insert'>,
  readFile: ReadFile,
): TextEdit[] {
  const place = locateUrl(readFile(start.file) ?? '', start, url)
  const before = url.length - remove.length
  return place ? [{ place: { ...place, column: place.column + before }, remove, insert }] : []
}

/** Edits that turn broken anchors to what they certainly mean. `pins`: ids that headings are about to get, by `placeKey`. */
function fixAnchors(site: ReadableSite, pins: ReadonlyMap<string, string>, readFile: ReadFile): TextEdit[] {
  const pages = indexPages(site)
  const idOf = (heading: Heading) => pins.get(placeKey(heading.place)) ?? heading.id
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return site.links.flatMap(resolved => {
    if (resolved.problem !== 'no-anchor') return []
    const id = anchorOf(resolved)
    const page = resolved.to ?? resolved.from
    const ids = page.headings.map(idOf)
    if (ids.includes(id)) return []
    const found = findTranslatedHeading(id, page, pages)
    const alike = ids.filter(one => fold(one) === fold(id))
    const meant = found?.isCertain ? idOf(found.heading) : alike.length === 1 ? alike[0] : undefined
    return meant === id ? [] : replaceHash(resolved, meant, readFile)
  })
}

/** The address in the form it was written in, but inside the reader's language. */
function localUrl({ link: { link, from, to }, counterpart }: LocaleLeak, contentDir: string): string {
  const [, target = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(link.url) ?? []
  if (target.startsWith('/')) {
    const foreign = to?.locale ?? '/'
    return from.locale + target.slice(target.startsWith(foreign) ? foreign.length : 1) + suffix
  }
  const folder = path.posix.relative(contentDir, path.posix.dirname(link.place.file))
  const relative = path.posix.relative(folder, counterpart.record.relativePath)
  return (relative.startsWith('.') ? relative : `./${relative}`) + suffix
}

/** Applies edits to one text, a repeated or overlapping one once; undefined when it is not the text that they were made for. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  const starts = [0, ...Array.from(text.matchAll(LINE_END), match => match.index + match[0].length)]
  const placed = edits.map(edit => ({
    start: (starts[edit.place.line - 1] ?? text.length) + edit.place.column - 1,
    ...edit,
  }))
  let result = text
  let before = Infinity
  for (const { start, remove, insert, isStale } of placed.toSorted((a, b) => b.start - a.start)) {
    if (start + Math.max(remove.length, 1) > before) continue
    if (isStale || !text.startsWith(remove, start)) return undefined
    result = result.slice(0, start) + insert + result.slice(start + remove.length)
    before = start
  }
  return result
}

const LINE_END = /\r\n|\r|\n/g

/** Where a link's address stands: in the link's paragraph, else in a definition. Undefined when it is written in another notation. */
export function locateUrl(text: string, place: Place, url: string): Place | undefined {
  const lines = text.split(LINE_END)
  const { file } = place
  for (let row = place.line; row <= lines.length; row += 1) {
    const line = lines[row - 1] ?? ''
    if (row > place.line && !line.trim()) break
    const index = findUrl(line, url, row === place.line ? place.column - 1 : 0)
    if (index !== -1) return { file, line: row, column: index + 1 }
  }
  for (const [index, line] of lines.entries()) {
    const start = /^ {0,3}\[[^\]]+\]:\s*<?/.exec(line)?.[0].length
    if (start !== undefined && line.startsWith(url, start) && endsThere(line, start, url))
      return { file, line: index + 1, column: start + 1 }
  }
  return undefined
}

/** Index of a whole address in a line: after `](`, `<` or a quote, and ending there. */
function findUrl(line: string, url: string, from: number): number {
  for (let index = line.indexOf(url, from); index !== -1; index = line.indexOf(url, index + 1)) {
    if (/[(<"'\s]$/.test(line.slice(0, index)) && endsThere(line, index, url)) return index
  }
  return -1
}

function endsThere(line: string, index: number, url: string): boolean {
  return /^(?:[)>"'\s]|$)/.test(line.slice(index + url.length))
}
