/** Edits of `docsgen check --fix`: they pin heading ids, repair anchors and keep links in their language. */
import path from 'node:path'
import {
  anchorOf,
  findTranslatedHeading,
  indexPages,
  listLeaks,
  type LocaleLeak,
  type PageIndex,
} from './rules/links.ts'
import { listPairs, type TranslatedPage } from './rules/parity.ts'
import { severityOf } from './rules/rule.ts'
import type { Place } from '../schema/finding.ts'
import { type Heading, knowsCustomIds, type Section } from '../schema/page.ts'
import type { Page, PlacedPage, ResolvedLink, Site } from '../schema/site.ts'
import type { ReadableSite } from '../schema/translation.ts'
import { groupBy } from '../shared/findings.ts'
import { ownSections } from '../shared/translations.ts'
import { hasSameShape } from '../site/stamp.ts'

type ReadFile = (file: string) => string | undefined

/** Chooses the files that may be touched. */
export type FileFilter = (file: string) => boolean

/** A change of a source file. */
export interface TextEdit {
  place: Place
  /** Text at the place, on one line, which is replaced. */
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
  const edits = [...pins.edits, ...fixAnchors(site, pins.ids, readFile), ...fixLocaleLinks(site, readFile)]
  return groupBy(
    edits.filter(({ place }) => isChosen(place.file)),
    ({ place }) => place.file,
  )
}

/** What `{#id}` can hold. */
const PINNABLE = /^[^\s{}"'<>&]+$/

/**
 * Edits that give headings of translations the ids of their source, by position, on pages of the same shape; links of the site
 * to the old ids follow. `ids` has the new ids by the `placeKey` of the heading. With `parity/anchors` off only the ids that broken
 * links ask for are pinned; where ids are those of VuePress, `{#id}` would be part of the heading and nothing is.
 */
function pinIds(site: ReadableSite, readFile: ReadFile): { edits: TextEdit[]; ids: Map<string, string> } {
  const ids = new Map<string, string>()
  if (!knowsCustomIds(site.config.markdown.slugs)) return { edits: [], ids }
  const wanted = wantedIds(site)
  const edits: TextEdit[] = []
  for (const { section, id, key } of listPairs(site).flatMap(pair => pairedHeadings(pair, site))) {
    const { place } = section
    if (wanted && !wanted.has(`${key}#${id}`)) continue
    const edit = pinHeading(readFile(place.file) ?? '', section, id)
    if (!edit) continue
    edits.push(edit)
    ids.set(placeKey(place), id)
  }
  return { edits: [...edits, ...followLinks(site, ids, readFile)], ids }
}

/** `page key#id` of every broken link; undefined when all ids are to be pinned. */
function wantedIds(site: Site): Set<string> | undefined {
  if (severityOf('parity/anchors', 'info', site.config.check.rules) !== 'off') return undefined
  const broken = site.links.filter(link => link.problem === 'no-anchor')
  return new Set(broken.map(link => `${(link.to ?? link.from).record.key}#${anchorOf(link)}`))
}

/** Headings of a translation that have another id than the heading at the same position of the source. */
function pairedHeadings(
  { source, page }: TranslatedPage,
  { textOf }: ReadableSite,
): { section: Section; id: string; key: string }[] {
  const [left, right] = [textOf(source).sections, textOf(page).sections]
  if (!hasSameShape(left, right)) return []
  const [from = [], to = []] = [left, right].map(all => ownSections(all).filter(({ depth }) => depth > 0))
  return to.flatMap((section, index) => {
    const id = from[index]?.id ?? ''
    return PINNABLE.test(id) && id !== section.id ? [{ section, id, key: page.record.key }] : []
  })
}

/** Adds or replaces `{#id}` at the end of a heading's text. Undefined for a heading that is not written as Markdown. */
function pinHeading(source: string, { place, title }: Section, id: string): TextEdit | undefined {
  const lines = splitLines(source)
  const line = lines[place.line - 1] ?? ''
  const isAtx = /^#{1,6}(?:\s|$)/.test(line.slice(place.column - 1))
  if (!isAtx && !/^[\s>]*(?:=+|-+)\s*$/.test(lines[place.line] ?? '')) return undefined
  const text = isAtx ? withoutClosing(line.trimEnd()) : line.trimEnd()
  const start = startOfId(text)
  const isStale = !holdsWords(line, title)
  return { place: { ...place, column: start + 1 }, remove: text.slice(start), insert: ` {#${id}}`, isStale }
}

/** True when a line of Markdown can be the heading with this title: entities may stand for any letter. */
function holdsWords(line: string, title: string): boolean {
  const letters = line.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return line.includes('&') || words.every(word => letters.includes(word))
}

/** A heading without the `#` that may close it. */
function withoutClosing(line: string): string {
  const bare = line.replace(/(?<!#)#+$/, '')
  return /\s$/.test(bare) ? bare.trimEnd() : line
}

/** Where `{#id}` begins at the end of a text, with the white space before; the end of the text where there is none. */
function startOfId(text: string): number {
  if (!text.endsWith('}')) return text.length
  const open = text.indexOf('{#', text.lastIndexOf('}', text.length - 2) + 1)
  return open === -1 ? text.length : text.slice(0, open).trimEnd().length
}

/** Links to headings whose id changes, also on pages that include them. */
function followLinks(site: Site, pins: ReadonlyMap<string, string>, readFile: ReadFile): TextEdit[] {
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

/** Identifies a heading by where it is written. */
function placeKey({ file, line }: Place): string {
  return `${file}:${line}`
}

/** The edit that gives a link another hash, if it has one. */
function replaceHash({ link }: ResolvedLink, id: string | undefined, readFile: ReadFile): TextEdit[] {
  const hash = link.url.indexOf('#')
  if (id === undefined || hash === -1) return []
  const place = locateUrl(readFile(link.place.file) ?? '', link.place, link.url)
  if (!place) return []
  const column = place.column + hash + 1
  return [{ place: { ...place, column }, remove: link.url.slice(hash + 1), insert: id }]
}

type IdOf = (heading: Heading) => string

/**
 * Edits that turn broken anchors to what they certainly mean: the heading at the same position of a translation of the same
 * shape, or the only id that differs in letter case or accents alone. `pins` are the ids that headings are about to get,
 * by `placeKey`: an anchor that they repair is left as it is.
 */
function fixAnchors(site: ReadableSite, pins: ReadonlyMap<string, string>, readFile: ReadFile): TextEdit[] {
  const pages = indexPages(site)
  const idOf: IdOf = heading => pins.get(placeKey(heading.place)) ?? heading.id
  return site.links.flatMap(resolved => {
    if (resolved.problem !== 'no-anchor') return []
    const id = anchorOf(resolved)
    const meant = certainId(id, resolved.to ?? resolved.from, { pages, idOf })
    return meant === id ? [] : replaceHash(resolved, meant, readFile)
  })
}

function certainId(
  id: string,
  page: PlacedPage,
  { pages, idOf }: { pages: PageIndex; idOf: IdOf },
): string | undefined {
  const ids = page.headings.map(idOf)
  if (ids.includes(id)) return id
  const found = findTranslatedHeading(id, page, pages)
  if (found?.isCertain) return idOf(found.heading)
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const alike = ids.filter(one => fold(one) === fold(id))
  return alike.length === 1 ? alike[0] : undefined
}

/** Edits that keep links of a translation in its language: locale prefix of addresses, path of relative links. */
function fixLocaleLinks(site: Site, readFile: ReadFile): TextEdit[] {
  return listLeaks(site).flatMap(leak => {
    const { link } = leak.link
    const place = locateUrl(readFile(link.place.file) ?? '', link.place, link.url)
    return place ? [{ place, remove: link.url, insert: localUrl(leak, site.config.contentDir) }] : []
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

/**
 * Applies edits to one text; undefined when it is not the text that they were made for. Repeated edits count once; of two
 * that overlap the later one in the text is kept.
 */
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

/** Lines of a text as places count them. */
function splitLines(text: string): string[] {
  return text.split(LINE_END)
}

/**
 * Where a link's address stands in its file: at or after the link's place in the same paragraph, else as a definition
 * (`[name]: address`) anywhere. Undefined when it is written in another notation.
 */
export function locateUrl(text: string, place: Place, url: string): Place | undefined {
  const lines = splitLines(text)
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
