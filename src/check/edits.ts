/** Edits of source files by `docsgen check --fix` and `--stamp`: under a lock, each file whole or not at all. */
import { stampAsIs, stampText, type Stamp, ownSections } from '../site/stamps.ts'
import type { Session } from '../cache/threads/session.ts'
import { plural, nearest } from '../lib/text.ts'
import { stampsFromGit } from './git-history.ts'
import { readText, writeFileWhole } from '../lib/files.ts'
import { acquireLock } from '../lib/process.ts'
import type { CheckOptions } from '../schema/api.ts'
import { type Finding, type Place, usageFinding, groupBy } from '../schema/finding.ts'
import { knowsCustomIds } from '../schema/config.ts'
import type { PageSummary, Heading, Link, Section } from '../schema/page.ts'
import type { Site, Page, ResolvedLink, ReadableSite } from '../schema/site.ts'
import { listTranslations, localPathOf, SOURCE_LOCALE, hasSameShape } from '../site/translations.ts'
import type { LoadedSite } from '../load.ts'
import {
  anchorOf,
  findTranslatedHeading,
  createPageIndex,
  listLeaks,
  type LocaleLeak,
} from './rules/links.ts'
import { listPairs } from './rules/parity.ts'
import { listNames, severityOf } from './rules/rule.ts'
import path from 'node:path'

/** A filter from what the command line names: files or page paths, of the chosen locales. Pages of plugins have no file. */
export function createFileFilter(
  site: Site,
  { pages, locales }: { pages?: readonly string[] | undefined; locales?: readonly string[] | undefined },
): FileFilter {
  const names = pages && new Set(pages.map(plainName))
  const chosen = site.pages.filter(
    page =>
      page.plugin === undefined &&
      (!names || namesOf(page).some(name => names.has(name))) &&
      (locales?.includes(page.locale) ?? true),
  )
  const files = new Set(chosen.map(page => page.file))
  return file => files.has(file)
}

/** Problems with `--page`: no page has the name, or, with `--stamp` alone, the page is in the source language and has no stamp. */
export function reviewPages(
  site: Site,
  { stamp, fix, pages = [] }: Pick<CheckOptions, 'stamp' | 'fix' | 'pages'>,
): Finding[] {
  return pages.flatMap((name): Finding[] => {
    const page = findPage(name, site.pages)
    if (typeof page === 'string') return [usageFinding(`\`--page ${name}\` doesn't match a page.`, page)]
    if (!stamp || fix || page.locale !== SOURCE_LOCALE) return []
    const translations = site.pages.filter(
      one => one.locale !== SOURCE_LOCALE && localPathOf(one) === localPathOf(page),
    )
    const given = translations.map(({ record }) => `\`${record.relativePath}\``).join(', ')
    const message = `\`--page ${name}\` names a page of the source language, which can't be stamped.`
    return [usageFinding(message, given ? `Name translations: ${given}.` : 'It has no translations yet.')]
  })
}

/** The page that one of these names means as it is typed; a hint where there is none. */
export function findPage<Page extends PageSummary>(
  typed: string,
  pages: readonly Page[],
  isMeant = (name: string, plain: string) => name === plain,
): Page | string {
  const plain = plainName(typed)
  const found = pages.find(page => namesOf(page).some(name => isMeant(name, plain)))
  const near = found ? undefined : nearest(plain, new Set(pages.flatMap(namesOf)))
  return found ?? (near ? `Did you mean \`${near}\`?` : 'Give the address of a page or its source file.')
}

function plainName(name: string): string {
  return name.replace(/^\.\//, '')
}

/** What a page may be called: its file, with or without the content folder, and its address. */
function namesOf(page: PageSummary): string[] {
  return [page.file, page.record.relativePath, page.record.path, localPathOf(page)]
}

/** Runs `work` under `check.lock` of the site's folder: edits go by places, so two processes would spoil the text. */
export async function withEditLock<T>(
  root: string,
  work: () => Promise<T>,
): Promise<{ result: T } | { locked: Finding }> {
  const lock = await acquireLock(path.join(root, 'check'), { held: 'The source files are being edited' })
  if ('finding' in lock) return { locked: lock.finding }
  try {
    return { result: await work() }
  } finally {
    lock.release()
  }
}

interface EditInput {
  session: Session
  loaded: LoadedSite
  site: ReadableSite
  options: CheckOptions
  locales: readonly string[] | undefined
}

const BOM = '\ufeff'

/** Makes the edits that the options ask for, each file from one reading of it. */
export async function editSources(
  input: EditInput,
): Promise<{ changed: boolean; left: boolean; notes: string[] } | { problem: Finding }> {
  const { site, options, locales } = input
  const isChosen = createFileFilter(site, { pages: options.pages, locales })
  const texts = new Map<string, string | undefined>()
  // Columns of places count without a byte order mark.
  const readFile = (file: string) => {
    if (!texts.has(file)) texts.set(file, readText(path.join(site.root, file)))
    return texts.get(file)?.replace(BOM, '')
  }
  const writeFile = (file: string, text: string) =>
    writeFileWhole(path.join(site.root, file), (texts.get(file)?.startsWith(BOM) ? BOM : '') + text)
  const stamping = options.stamp ? await planStamping(input, isChosen) : { stamps: new Map(), notes: [] }
  if ('problem' in stamping) return stamping
  const fixes: EditPlan['fixes'] = options.fix ? planFixes(site, readFile, isChosen) : new Map()
  const { fixed, stamped, left } = editFiles({ fixes, stamps: stamping.stamps }, { readFile, writeFile })
  const named = stamped.length > 0 ? listNames(stamped) : 'the stamp is up to date'
  const notes = [
    ...(options.fix ? [`Fixed ${plural(fixed.length, 'file')}.`] : []),
    ...(options.stamp
      ? [
          `Stamped ${plural(stamped.length, 'file')}${options.pages && left.length === 0 ? `: ${named}` : ''}.`,
        ]
      : []),
    ...left.map(({ file, reason }) => `Left \`${file}\` alone: ${reason}.`),
    ...stamping.notes,
  ]
  return { changed: fixed.length + stamped.length > 0, left: left.length > 0, notes }
}

/** Stamps with the source of today, or from the history; what has a stamp then keeps it, unless it is named. */
async function planStamping(
  { session, loaded, site, options }: EditInput,
  isChosen: FileFilter,
): Promise<{ stamps: EditPlan['stamps']; notes: string[] } | { problem: Finding }> {
  const plan = (isOpen: FileFilter, past?: ReadonlyMap<string, Stamp>) =>
    planStamps(site, isOpen, { past, isNamed: options.pages !== undefined })
  if (!options.fromGit) return { stamps: plan(isChosen), notes: [] }
  const stamped = listTranslations(site).flatMap(({ page, source, stamped }) =>
    page && source && stamped && isChosen(page.file) && !options.pages ? [page.file] : [],
  )
  const isOpen = (file: string) => isChosen(file) && !stamped.includes(file)
  const past = await stampsFromGit(session, { site, loaded }, isOpen)
  if ('problem' in past) return past
  const left = `${plural(stamped.length, 'file')} that had a stamp ${stamped.length === 1 ? 'keeps' : 'keep'} it; \`--page\` names those to stamp again.`
  return { stamps: plan(isOpen, past.stamps), notes: stamped.length > 0 ? [left] : [] }
}

/**
 * Plans the stamps of `--stamp`: each chosen translation gets that of today's source, or the one `past` has for its file. A page
 * in the source language only gets one by its own name.
 */
export function planStamps(
  site: ReadableSite,
  isChosen: FileFilter,
  { past, isNamed }: { past?: ReadonlyMap<string, Stamp> | undefined; isNamed?: boolean } = {},
): EditPlan['stamps'] {
  const stamps = new Map<string, Stamp>()
  for (const { source, page, state, isCopy } of listTranslations(site)) {
    if (!source || !page || (state === 'untranslated' && !isNamed) || !isChosen(page.file)) continue
    // Nobody knows what it was made from.
    if (source.incomplete || page.incomplete) continue
    const stamp = past?.get(page.file) ?? source.stamp
    stamps.set(page.file, isCopy ? stampAsIs(stamp) : stamp)
  }
  return stamps
}

interface EditPlan {
  fixes: ReadonlyMap<string, readonly TextEdit[]>
  stamps: ReadonlyMap<string, Stamp>
}

interface FileAccess {
  readFile(file: string): string | undefined
  writeFile(file: string, text: string): void
}

/** Writes each file once. One that isn't what the plan was made for is `left` alone. Lists are sorted. */
export function editFiles({ fixes, stamps }: EditPlan, access: FileAccess) {
  const fixedFiles: string[] = []
  const stampedFiles: string[] = []
  const left: { file: string; reason: string }[] = []
  for (const file of [...new Set([...fixes.keys(), ...stamps.keys()])].toSorted()) {
    const text = access.readFile(file)
    const fixed = text === undefined ? undefined : applyEdits(text, fixes.get(file) ?? [])
    if (fixed === undefined) {
      left.push({ file, reason: 'it changed while it was being checked' })
      continue
    }
    const stamp = stamps.get(file)
    // Stamps change lines above the ones that fixes were found at, so they come last.
    const stamped = stamp ? stampText(fixed, stamp) : fixed
    if (stamped === undefined) left.push({ file, reason: 'its frontmatter is not a plain list of keys' })
    if (fixed !== text) fixedFiles.push(file)
    if (stamped !== undefined && stamped !== fixed) stampedFiles.push(file)
    if ((stamped ?? fixed) !== text) access.writeFile(file, stamped ?? fixed)
  }
  return { fixed: fixedFiles, stamped: stampedFiles, left }
}

type ReadFile = (file: string) => string | undefined

type FileFilter = (file: string) => boolean

interface TextEdit {
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
  const { ids, edits: pins } = pinIds(site, readFile)
  const idOf = ({ place, id }: Heading) => ids.get(placeKey(place)) ?? id
  const changes = new Map(site.pages.map(page => [page.record.key, changedIds(page, idOf)]))
  const pages = createPageIndex(site)
  const edits = [
    ...pins,
    ...site.links.flatMap(resolved => {
      const { link, problem, to, from } = resolved
      if (problem === 'no-anchor') return replaceHash(link, meantId(resolved))
      if (problem || link.kind !== 'link' || ids.size === 0) return []
      return replaceHash(link, changes.get((to ?? from).record.key)?.get(anchorOf(resolved)))
    }),
    ...listLeaks(site).flatMap(leak =>
      replaceEnd(leak.link.link, leak.link.link.url, localUrl(leak, site.config.contentDir)),
    ),
  ]
  return groupBy(
    edits.filter(({ place }) => isChosen(place.file)),
    ({ place }) => place.file,
  )

  function replaceHash(link: Link, id: string | undefined): TextEdit[] {
    const hash = link.url.indexOf('#')
    return id === undefined || hash === -1 ? [] : replaceEnd(link, link.url.slice(hash + 1), id)
  }

  function replaceEnd({ place: start, url }: Link, remove: string, insert: string): TextEdit[] {
    const place = locateUrl(readFile(start.file) ?? '', start, url)
    const before = url.length - remove.length
    return place ? [{ place: { ...place, column: place.column + before }, remove, insert }] : []
  }

  /** The id that a broken anchor certainly means. */
  function meantId(resolved: ResolvedLink): string | undefined {
    const id = anchorOf(resolved)
    const page = resolved.to ?? resolved.from
    const known = page.headings.map(idOf)
    // Pins fix most links; comparing the pages takes long.
    if (known.includes(id)) return undefined
    const found = findTranslatedHeading(id, page, pages)
    const alike = known.filter(one => foldMarks(one) === foldMarks(id))
    return found?.isCertain ? idOf(found.heading) : alike.length === 1 ? alike[0] : undefined
  }
}

function foldMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
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

/** Old id → new id on a page once the pins are written: of equal ids, further ones are numbered from 1 on. */
function changedIds(page: Page, idOf: (heading: Heading) => string): Map<string, string> {
  const ids = new Set<string>()
  const changes = new Map<string, string>()
  for (const heading of page.headings) {
    const wanted = idOf(heading)
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
