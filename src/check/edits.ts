/** Edits of source files by `docsgen check --fix` and `--stamp`. */
import { stampAsIs, stampText, type Stamp, ownSections } from '../site/stamps.ts'
import type { Session } from '../cache/threads/session.ts'
import { escapePattern, plural, nearest } from '../lib/text.ts'
import { stampsFromGit } from './git-history.ts'
import { readText, writeFileWhole } from '../lib/files.ts'
import type { CheckOptions } from '../schema/api.ts'
import { type Place, usageFinding, groupBy } from '../schema/finding.ts'
import { knowsCustomIds } from '../schema/values.ts'
import type { PageSummary, Heading, Link, Section } from '../schema/page.ts'
import type { Site, Page, ResolvedLink, ReadableSite } from '../schema/site.ts'
import { listTranslations, localPathOf, SOURCE_LOCALE, hasSameShape } from '../site/translations.ts'
import type { LoadedSite } from '../load.ts'
import { anchorOf, findTranslatedHeading, createPageIndex, listLeaks } from './rules/links.ts'
import { listPairs } from './rules/parity.ts'
import { listNames, severityOf } from './rules/rule.ts'
import path from 'node:path'

/** `pages`: files or addresses. Pages of plugins have no file. */
export function createFileFilter(site: Site, { pages, locales }: Partial<CheckOptions>) {
  const names = pages && new Set(pages.map(plainName))
  const isNamed = (page: PageSummary) => !names || namesOf(page).some(name => names.has(name))
  const isChosen = (page: Page) => !page.plugin && (locales?.includes(page.locale) ?? true)
  const files = new Set(site.pages.filter(page => isChosen(page) && isNamed(page)).map(page => page.file))
  return (file: string) => files.has(file)
}

/** Reports names without a page and, with `--stamp` alone, pages in the source language. */
export function reviewPages(site: Site, { stamp, fix, pages = [] }: Partial<CheckOptions>) {
  return pages.flatMap(name => {
    const page = findPage(name, site.pages)
    if (typeof page === 'string') return [usageFinding(`\`--page ${name}\` doesn't match any page.`, page)]
    if (!stamp || fix || page.locale !== SOURCE_LOCALE) return []
    const same = site.pages.filter(one => one !== page && localPathOf(one) === localPathOf(page))
    const given = same.map(({ record }) => `\`${record.relativePath}\``).join(', ')
    const message = `\`--page ${name}\` is a page in the source language, which can't be stamped.`
    const hint = given ? `Use one of its translations: ${given}.` : 'It has no translations yet.'
    return [usageFinding(message, hint)]
  })
}

/** Returns a hint if there is no such page. */
export function findPage<Page extends PageSummary>(
  typed: string,
  pages: readonly Page[],
  isMeant = (name: string, plain: string) => name === plain,
): Page | string {
  const plain = plainName(typed)
  const found = pages.find(page => namesOf(page).some(name => isMeant(name, plain)))
  const near = found ? undefined : nearest(plain, new Set(pages.flatMap(namesOf)))
  return found ?? (near ? `Did you mean \`${near}\`?` : 'Use the URL of a page or its source file.')
}

function plainName(name: string) {
  return name.replace(/^\.\//, '')
}

function namesOf(page: PageSummary) {
  return [page.file, page.record.relativePath, page.record.path, localPathOf(page)]
}

interface EditInput {
  session: Session
  loaded: LoadedSite
  site: ReadableSite
  options: CheckOptions
  locales: readonly string[] | undefined
}

const BOM = '\ufeff'

/** Reads each file once. */
export async function editSources(input: EditInput) {
  const { site, options, locales } = input
  const isChosen = createFileFilter(site, { ...options, locales })
  const texts = new Map<string, string | undefined>()
  // Columns of places count without a byte order mark.
  const readFile = (file: string) => {
    if (!texts.has(file)) texts.set(file, readText(path.join(site.root, file)))
    return texts.get(file)?.replace(BOM, '')
  }
  const writeFile = (file: string, text: string) => {
    const before = texts.get(file)
    const target = path.join(site.root, file)
    const isSame = readText(target) === before
    if (isSame) writeFileWhole(target, (before?.startsWith(BOM) ? BOM : '') + text)
    return isSame
  }
  const stamping = await planStamping(input, isChosen)
  if (stamping.problem) return { problem: stamping.problem }
  const fixes: EditPlan['fixes'] = options.fix ? planFixes(site, readFile, isChosen) : new Map()
  const { fixed, stamped, left } = editFiles({ fixes, stamps: stamping.stamps }, { readFile, writeFile })
  const names = stamped.length > 0 ? listNames(stamped) : 'the stamp is up to date'
  const named = options.pages && left.length === 0 ? `: ${names}` : ''
  const notes = [
    ...(options.fix ? [`Fixed ${plural(fixed.length, 'file')}.`] : []),
    ...(options.stamp ? [`Stamped ${plural(stamped.length, 'file')}${named}.`] : []),
    ...left.map(({ file, reason }) => `Skipped \`${file}\`: ${reason}.`),
    ...stamping.notes,
  ]
  return { changed: fixed.length + stamped.length > 0, left: left.length > 0, notes }
}

/** With `--from-git`, stamped pages keep their stamp unless named. */
async function planStamping({ session, loaded, site, options }: EditInput, isChosen: FileFilter) {
  if (!options.stamp) return { stamps: new Map<string, Stamp>(), notes: [] }
  const isNamed = options.pages !== undefined
  if (!options.fromGit) return { stamps: planStamps(site, isChosen, { isNamed }), notes: [] }
  const kept = listTranslations(site).flatMap(({ page, source, stamped }) =>
    page && source && stamped && isChosen(page.file) && !isNamed ? [page.file] : [],
  )
  const isOpen = (file: string) => isChosen(file) && !kept.includes(file)
  const past = await stampsFromGit(session, { site, loaded }, isOpen)
  if (past.problem) return { problem: past.problem }
  const left = `Skipped ${plural(kept.length, 'stamped file')}. To stamp a file again, pass it with \`--page\`.`
  const stamps = planStamps(site, isOpen, { past: past.stamps, isNamed })
  return { stamps, notes: kept.length > 0 ? [left] : [] }
}

/** `past`: instead of the current source. A copy of the source is only stamped if it `isNamed`. */
export function planStamps(
  site: ReadableSite,
  isChosen: FileFilter,
  { past, isNamed }: { past?: ReadonlyMap<string, Stamp>; isNamed?: boolean } = {},
) {
  const stamps = new Map<string, Stamp>()
  for (const { source, page, state, isCopy } of listTranslations(site)) {
    if (!source || !page || (state === 'untranslated' && !isNamed) || !isChosen(page.file)) continue
    // Nobody knows what such a page was made from.
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

/** Files that changed since the plan was made are `left` alone. Lists are sorted. */
export function editFiles(
  { fixes, stamps }: EditPlan,
  { readFile, writeFile }: { readFile: ReadFile; writeFile(file: string, text: string): boolean },
) {
  const fixedFiles: string[] = []
  const stampedFiles: string[] = []
  const left: { file: string; reason: string }[] = []
  for (const file of [...new Set([...fixes.keys(), ...stamps.keys()])].toSorted()) {
    const text = readFile(file)
    const fixed = text === undefined ? undefined : applyEdits(text, fixes.get(file) ?? [])
    const stamp = stamps.get(file)
    // Stamps come last because they move the lines of fixes.
    const stamped = fixed !== undefined && stamp ? stampText(fixed, stamp) : fixed
    const edited = stamped ?? fixed
    if (fixed === undefined || (edited !== text && !writeFile(file, edited!))) {
      left.push({ file, reason: 'it changed while it was being checked' })
      continue
    }
    if (stamped === undefined)
      left.push({ file, reason: "its frontmatter doesn't consist of plain `key: value` lines" })
    if (fixed !== text) fixedFiles.push(file)
    if (stamped !== undefined && stamped !== fixed) stampedFiles.push(file)
  }
  return { fixed: fixedFiles, stamped: stampedFiles, left }
}

type ReadFile = (file: string) => string | undefined

type FileFilter = (file: string) => boolean

interface TextEdit {
  place: Place
  remove: string
  insert: string
  isStale?: boolean
}

export function planFixes(site: ReadableSite, readFile: ReadFile, isChosen: FileFilter) {
  const { ids, edits: pins } = pinIds(site, readFile)
  const idOf = ({ place, id }: Heading) => ids.get(`${place.file}:${place.line}`) ?? id
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
    ...listLeaks(site).flatMap(({ link: leak, counterpart }) =>
      replaceEnd(leak.link, leak.link.url, localUrl(leak, counterpart, site.config.contentDir)),
    ),
  ]
  const chosen = edits.filter(({ place }) => isChosen(place.file))
  return groupBy(chosen, ({ place }) => place.file)

  function replaceHash(link: Link, id: string | undefined) {
    const hash = link.url.indexOf('#')
    return id === undefined || hash === -1 ? [] : replaceEnd(link, link.url.slice(hash + 1), id)
  }

  function replaceEnd({ place: start, url }: Link, remove: string, insert: string) {
    const place = locateUrl(readFile(start.file) ?? '', start, url)
    const before = url.length - remove.length
    return place ? [{ place: { ...place, column: place.column + before }, remove, insert }] : []
  }

  function meantId(resolved: ResolvedLink) {
    const id = anchorOf(resolved)
    const page = resolved.to ?? resolved.from
    const known = page.headings.map(idOf)
    // Pins fix most links, and comparing pages takes long.
    if (known.includes(id)) return undefined
    const found = findTranslatedHeading(id, page, pages)
    if (found?.isCertain) return idOf(found.heading)
    const foldMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    const alike = known.filter(one => foldMarks(one) === foldMarks(id))
    return alike.length === 1 ? alike[0] : undefined
  }
}

/** Gives headings the ids of their source, by position. `ids`: by `<file>:<line>`. */
function pinIds(site: ReadableSite, readFile: ReadFile) {
  const ids = new Map<string, string>()
  if (!knowsCustomIds(site.config.markdown.slugs)) return { edits: [], ids }
  const lost = site.links.filter(({ problem }) => problem === 'no-anchor')
  const broken = new Set(lost.map(link => `${(link.to ?? link.from).record.key}#${anchorOf(link)}`))
  const isAll = severityOf('parity/anchors', 'info', site.config.check.rules) !== 'off'
  const edits = listPairs(site).flatMap(({ source, page }) => {
    const [left, right] = [site.textOf(source).sections, site.textOf(page).sections]
    if (!hasSameShape(left, right)) return []
    const headingsOf = (all: readonly Section[]) => ownSections(all).filter(({ depth }) => depth > 0)
    const from = headingsOf(left)
    return headingsOf(right).flatMap((section, index) => {
      const id = from[index]?.id ?? ''
      if (!/^[^\s{}"'<>&]+$/.test(id) || id === section.id) return []
      if (!isAll && !broken.has(`${page.record.key}#${id}`)) return []
      const { file, line } = section.place
      const edit = pinHeading(readFile(file) ?? '', section, id)
      if (edit) ids.set(`${file}:${line}`, id)
      return edit ?? []
    })
  })
  return { edits, ids }
}

/** Adds or replaces `{#id}`; undefined for a heading that isn't written as Markdown. */
function pinHeading(source: string, { place, title }: Section, id: string) {
  const lines = source.split(LINE_END)
  const line = lines[place.line - 1] ?? ''
  const isAtx = /^#{1,6}(?:\s|$)/.test(line.slice(place.column - 1))
  if (!isAtx && !/^[\s>]*(?:=+|-+)\s*$/.test(lines[place.line] ?? '')) return undefined
  // A heading can be closed by further `#`.
  const text = isAtx ? line.trimEnd().replace(/\s+#+$/, '') : line.trimEnd()
  const open = text.endsWith('}') ? text.indexOf('{#', text.lastIndexOf('}', text.length - 2) + 1) : -1
  const start = open === -1 ? text.length : text.slice(0, open).trimEnd().length
  // An entity may be any letter.
  const letters = line.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const isStale = !line.includes('&') && !words.every(word => letters.includes(word))
  return { place: { ...place, column: start + 1 }, remove: text.slice(start), insert: ` {#${id}}`, isStale }
}

/** Old id → new id once the pins are written. Repeated ids are numbered from 1 on. */
function changedIds(page: Page, idOf: (heading: Heading) => string) {
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

/** Address of the counterpart, in the form of the link's. */
function localUrl({ link, from, to }: ResolvedLink, counterpart: Page, contentDir: string) {
  const [, target = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(link.url) ?? []
  if (target.startsWith('/')) {
    const foreign = to?.locale ?? '/'
    return from.locale + target.slice(target.startsWith(foreign) ? foreign.length : 1) + suffix
  }
  const folder = path.posix.relative(contentDir, path.posix.dirname(link.place.file))
  const relative = path.posix.relative(folder, counterpart.record.relativePath)
  return (relative.startsWith('.') ? relative : `./${relative}`) + suffix
}

/** A repeated or overlapping edit counts once; undefined if the edits were made for another text. */
export function applyEdits(text: string, edits: readonly TextEdit[]) {
  const starts = [0, ...Array.from(text.matchAll(LINE_END), match => match.index + match[0].length)]
  const startOf = ({ place }: TextEdit) => (starts[place.line - 1] ?? text.length) + place.column - 1
  let result = text
  let before = Infinity
  for (const edit of edits.toSorted((a, b) => startOf(b) - startOf(a))) {
    const { remove, insert, isStale } = edit
    const start = startOf(edit)
    if (start + Math.max(remove.length, 1) > before) continue
    if (isStale || !text.startsWith(remove, start)) return undefined
    result = result.slice(0, start) + insert + result.slice(start + remove.length)
    before = start
  }
  return result
}

const LINE_END = /\r\n|\r|\n/g

/** Looks in the link's paragraph, then for a definition. */
export function locateUrl(text: string, from: Place, url: string) {
  const { file, line: first, column } = from
  const lines = text.split(LINE_END)
  const address = String.raw`${escapePattern(url)}(?=[)>"'\s]|$)`
  const inText = new RegExp(String.raw`(?<=[(<"'\s])${address}`, 'g')
  const inDefinition = new RegExp(String.raw`^( {0,3}\[[^\]]+\]:\s*<?)${address}`)
  const end = lines.findIndex((line, row) => row >= first && line.trim() === '')
  for (const [row, line] of lines.slice(0, end === -1 ? undefined : end).entries()) {
    inText.lastIndex = row === first - 1 ? column - 1 : 0
    const found = row < first - 1 ? null : inText.exec(line)
    if (found) return { file, line: row + 1, column: found.index + 1 }
  }
  const row = lines.findIndex(line => inDefinition.test(line))
  const [, before = ''] = inDefinition.exec(lines[row] ?? '') ?? []
  return row === -1 ? undefined : { file, line: row + 1, column: before.length + 1 }
}
