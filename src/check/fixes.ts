import path from 'node:path'
import type { FileFilter } from './choose-files.ts'
import { locateUrl, splitLines, type TextEdit } from './text-edits.ts'
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
import type { Page, PlacedPage, Site } from '../schema/site.ts'
import type { ReadableSite } from '../schema/translation.ts'
import { ownSections } from '../shared/translations.ts'
import { hasSameShape } from '../site/stamp.ts'

type ReadFile = (file: string) => string | undefined

/** Plans the edits of `--fix`: they pin heading ids, repair anchors and keep links in their language. */
export function planFixes(
  site: ReadableSite,
  readFile: ReadFile,
  isChosen: FileFilter,
): ReadonlyMap<string, readonly TextEdit[]> {
  const pins = pinIds(site, readFile)
  const edits = [...pins.edits, ...fixAnchors(site, pins.ids, readFile), ...fixLocaleLinks(site, readFile)]
  const byFile = new Map<string, TextEdit[]>()
  for (const edit of edits.filter(({ place }) => isChosen(place.file)))
    byFile.set(edit.place.file, [...(byFile.get(edit.place.file) ?? []), edit])
  return byFile
}

/** Edits, and the ids that they give, by the `placeKey` of the heading. */
interface Pins {
  edits: TextEdit[]
  ids: Map<string, string>
}

/** What `{#id}` can hold. */
const PINNABLE = /^[^\s{}"'<>&]+$/

/**
 * Edits that give headings of translations the ids of their source, by position, on pages of the same shape; links of
 * the site to the old ids follow. With `parity/anchors` off only the ids that broken links ask for are pinned; where ids
 * are those of VuePress, `{#id}` would be part of the heading and nothing is.
 */
function pinIds(site: ReadableSite, readFile: ReadFile): Pins {
  if (!knowsCustomIds(site.config.markdown.slugs)) return { edits: [], ids: new Map() }
  const wanted = wantedIds(site)
  const pins = new Map<string, string>()
  const edits: TextEdit[] = []
  for (const { section, id, key } of listPairs(site).flatMap(pair => pairedHeadings(pair, site))) {
    const { place } = section
    if (wanted && !wanted.has(`${key}#${id}`)) continue
    const edit = pinHeading(readFile(place.file) ?? '', section, id)
    if (!edit) continue
    edits.push(edit)
    pins.set(placeKey(place), id)
  }
  return { edits: [...edits, ...followLinks(site, pins, readFile)], ids: pins }
}

/** `page key#id` of every broken link; undefined when all ids are to be pinned. */
function wantedIds(site: Site): Set<string> | undefined {
  if (severityOf('parity/anchors', 'info', site.config.check.rules) !== 'off') return undefined
  const broken = site.links.filter(link => link.problem === 'no-anchor')
  return new Set(broken.map(link => `${(link.to ?? link.from).record.key}#${anchorOf(link)}`))
}

/** Headings of a translation that have another id than the heading in the same place of the source. */
function pairedHeadings(
  { source, page }: TranslatedPage,
  { textOf }: ReadableSite,
): { section: Section; id: string; key: string }[] {
  const [left, right] = [textOf(source).sections, textOf(page).sections]
  if (!hasSameShape(left, right)) return []
  const from = ownSections(left).filter(section => section.depth > 0)
  const to = ownSections(right).filter(section => section.depth > 0)
  return to.flatMap((section, index) => {
    const wanted = from[index]?.id ?? ''
    return PINNABLE.test(wanted) && wanted !== section.id
      ? [{ section, id: wanted, key: page.record.key }]
      : []
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
    const { link, to, from } = resolved
    if (resolved.problem || link.kind !== 'link') return []
    const id = anchorOf(resolved)
    const changed = id === '' ? undefined : changes.get((to ?? from).record.key)?.get(id)
    const hash = link.url.indexOf('#')
    if (changed === undefined || hash === -1) return []
    const place = locateUrl(readFile(link.place.file) ?? '', link.place, link.url)
    if (!place) return []
    const column = place.column + hash + 1
    return [{ place: { ...place, column }, remove: link.url.slice(hash + 1), insert: changed }]
  })
}

/** Old id → new id on a page once the pins are written: an id that is taken is numbered from 1 on. */
function newIds(page: Page, pins: ReadonlyMap<string, string>): Map<string, string> {
  const taken = new Set<string>()
  const changes = new Map<string, string>()
  for (const heading of page.headings) {
    const id = freeId(pins.get(placeKey(heading.place)) ?? heading.id, taken)
    taken.add(id)
    if (id !== heading.id) changes.set(heading.id, id)
  }
  return changes
}

function freeId(id: Heading['id'], taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id
  let number = 1
  while (taken.has(`${id}-${number}`)) number += 1
  return `${id}-${number}`
}

/** Identifies a heading by where it is written. */
function placeKey({ file, line }: Place): string {
  return `${file}:${line}`
}

type IdOf = (heading: Heading) => string

/**
 * Edits that turn broken anchors to what they certainly mean: the heading in the same place of a translation of the same
 * shape, or the only id that differs in letter case or accents alone. `pins` are the ids that headings are about to get,
 * by `placeKey`: an anchor that they mend is left as it is.
 */
function fixAnchors(
  site: ReadableSite,
  pins: ReadonlyMap<string, string>,
  readFile: (file: string) => string | undefined,
): TextEdit[] {
  const pages = indexPages(site)
  const idOf: IdOf = heading => pins.get(placeKey(heading.place)) ?? heading.id
  return site.links.flatMap(resolved => {
    const { link, to, from, problem } = resolved
    const hash = link.url.indexOf('#')
    if (problem !== 'no-anchor' || hash === -1) return []
    const id = anchorOf(resolved)
    const meant = certainId(id, to ?? from, { pages, idOf })
    if (meant === undefined || meant === id) return []
    const place = locateUrl(readFile(link.place.file) ?? '', link.place, link.url)
    if (!place) return []
    const column = place.column + hash + 1
    return [{ place: { ...place, column }, remove: link.url.slice(hash + 1), insert: meant }]
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
  const alike = ids.filter(one => fold(one) === fold(id))
  return alike.length === 1 ? alike[0] : undefined
}

/** Without letter case and accents. */
function fold(id: string): string {
  return id.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Edits that keep links of a translation in its language: locale prefix of addresses, path of relative links. */
function fixLocaleLinks(site: Site, readFile: (file: string) => string | undefined): TextEdit[] {
  return listLeaks(site).flatMap(leak => {
    const { link } = leak.link
    const place = locateUrl(readFile(link.place.file) ?? '', link.place, link.url)
    return place ? [{ place, remove: link.url, insert: localUrl(leak, site.config.contentDir) }] : []
  })
}

/** The address in the form it was written in, but inside the reader's language. */
function localUrl({ link: { link, from, to }, counterpart }: LocaleLeak, contentDir: string): string {
  const [target = '', suffix = ''] = splitOnce(link.url, /[?#]/)
  if (target.startsWith('/')) {
    const foreign = to?.locale ?? '/'
    return (
      from.locale + (target.startsWith(foreign) ? target.slice(foreign.length) : target.slice(1)) + suffix
    )
  }
  const folder = path.posix.relative(contentDir, path.posix.dirname(link.place.file))
  const relative = path.posix.relative(folder, counterpart.record.relativePath)
  return (relative.startsWith('.') ? relative : `./${relative}`) + suffix
}

function splitOnce(text: string, pattern: RegExp): [string, string] {
  const index = text.search(pattern)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index)]
}
