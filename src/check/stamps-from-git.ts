import type { Session } from '../cache/workers/session.ts'
import type { FileFilter } from './choose-files.ts'
import { type FileHistories, findBlobs, readHistories, readObjects, type Revision } from '../lib/git.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary, Section } from '../schema/page.ts'
import type { ReadableSite } from '../schema/translation.ts'
import { FRONTMATTER, type Stamp } from '../shared/translations.ts'
import { matchSections } from '../site/stamp.ts'
import { listTranslations } from '../site/translations.ts'
import { type ParsedPageText, parseTexts } from '../cache/workers/parsed-pages.ts'
import type { LoadedSite } from '../load.ts'

/** A translation, and the source that it is one of. */
interface Pair {
  source: PageSummary
  page: PageSummary
}

/**
 * The stamp of every chosen translation as the history of the repository tells it, by file: each section of the source as
 * it was when the section that translates it was last changed. A finding where there is no history to ask.
 */
export async function stampsFromGit(
  session: Session,
  { site, loaded }: { site: ReadableSite; loaded: LoadedSite },
  isChosen: FileFilter,
): Promise<{ stamps: ReadonlyMap<string, Stamp> } | { problem: Finding }> {
  const pairs = listTranslations(site).flatMap(({ source, page }): Pair[] =>
    source && page && !source.incomplete && !page.incomplete && isChosen(page.file) ? [{ source, page }] : [],
  )
  const read = await readHistories(session.root, site.config.contentDir)
  if ('problem' in read) return { problem: noHistory(read.problem) }
  const parse: Parse = texts => parseTexts(session, loaded, texts)
  const { histories } = read
  const dated = await findOrigins(
    pairs.map(({ page }) => page),
    histories,
    { root: session.root, textOf: site.textOf, parse },
  )
  const sources = await readSources(pairs, dated, { histories, site, parse })
  const stamps = pairs.map(({ source, page }) => {
    const origins = (dated.get(page.file) ?? []).map((sections): Origin => ({
      hashes: sections.hashes,
      translation: sections.page,
      source: sources.at(source, sections.revision),
    }))
    return [page.file, pastStamp(origins)] as const
  })
  return { stamps: new Map(stamps) }
}

interface PastSources {
  /** A source page when a revision of its translation was committed; today's for what is not committed. */
  at(source: PageSummary, revision: Revision | undefined): PastPage
}

interface Past {
  histories: FileHistories
  site: ReadableSite
  parse: Parse
}

/** Reads the source pages as they were in the commits that gave translations their text. */
async function readSources(
  pairs: readonly Pair[],
  dated: ReadonlyMap<string, DatedSections[]>,
  { histories, site, parse }: Past,
): Promise<PastSources> {
  const wanted = pairs.flatMap(({ source, page }) =>
    (dated.get(page.file) ?? []).flatMap(({ revision }) => (revision ? [{ source, revision }] : [])),
  )
  const names = (file: string, { commit }: Revision) =>
    [...new Set([file, ...(histories.get(file) ?? []).map(version => version.file)])].map(
      name => `${commit}:./${name}`,
    )
  const blobs = await findBlobs(site.root, [
    ...new Set(wanted.flatMap(({ source, revision }) => names(source.file, revision))),
  ])
  /** A translation that is older than its source was made from what the source was first. */
  const blobOf = (file: string, revision: Revision) =>
    names(file, revision).flatMap(name => blobs.get(name) ?? [])[0] ?? histories.get(file)?.at(-1)?.blob
  const past = await parseBlobs(
    wanted.flatMap(({ source, revision }) => {
      const blob = blobOf(source.file, revision)
      return blob === undefined ? [] : [{ file: source.file, blob }]
    }),
    site.root,
    parse,
  )
  return {
    at(source, revision) {
      const blob = revision && blobOf(source.file, revision)
      const then = blob === undefined ? undefined : past.get(`${blob} ${source.file}`)
      return then ?? { sections: site.textOf(source).sections, stamp: source.stamp }
    },
  }
}

/** Parses versions of files, by `<blob> <file>`; one of each file at a time. */
async function parseBlobs(
  versions: readonly { file: string; blob: string }[],
  root: string,
  parse: Parse,
): Promise<Map<string, PastPage>> {
  const byFile = new Map<string, Set<string>>()
  for (const { file, blob } of versions) byFile.set(file, (byFile.get(file) ?? new Set()).add(blob))
  const queues = [...byFile].map(([file, blobs]) => ({ file, blobs: [...blobs] }))
  const past = new Map<string, PastPage>()
  for (let round = 0; ; round += 1) {
    const next = queues.flatMap(({ file, blobs }) =>
      blobs.slice(round, round + 1).map(blob => ({ file, blob })),
    )
    if (next.length === 0) return past
    const texts = await readObjects(
      root,
      next.map(({ blob }) => blob),
    )
    const parsed = await parse(new Map(next.map(({ file, blob }) => [file, texts.get(blob) ?? ''])))
    for (const { file, blob } of next) {
      const { page, text } = parsed.get(file) ?? {}
      if (page && text) past.set(`${blob} ${file}`, { sections: text.sections, stamp: page.stamp })
    }
  }
}

function noHistory(problem: string): Finding {
  if (problem === 'shallow') {
    return {
      rule: 'git/shallow',
      severity: 'error',
      message: 'The clone is shallow: its history does not say what translations were made from.',
      hint: 'Fetch the rest with `git fetch --unshallow`; with `actions/checkout`, set `fetch-depth: 0`.',
    }
  }
  return {
    rule: 'usage',
    severity: 'error',
    message: `\`--from-git\` cannot read the history: ${problem}.`,
    hint: 'Without one, `docsgen check --stamp` records that translations are made from the source of today.',
  }
}

/** Parses texts in the place of pages, by file. */
type Parse = (texts: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, ParsedPageText>>

/** Sections of a translation that one commit gave their text of today; without a revision, what is not committed yet. */
interface DatedSections {
  revision: Revision | undefined
  hashes: Set<string>
  /** The translation as this commit left it. */
  page: PastPage
}

/** The sections of one translation whose time is being looked for. */
interface Search {
  file: string
  revisions: readonly Revision[]
  /** Hashes that all versions so far have. */
  pending: Set<string>
  /** The oldest version that was looked at. */
  version: Omit<DatedSections, 'hashes'>
  found: DatedSections[]
}

/**
 * Finds for each section of these translations the commit that gave it its text of today: formatting, links and sections
 * that were moved count as unchanged, as for stamps. From new to old.
 */
async function findOrigins(
  pages: readonly PageSummary[],
  histories: FileHistories,
  { root, textOf, parse }: Pick<ReadableSite, 'root' | 'textOf'> & { parse: Parse },
): Promise<Map<string, DatedSections[]>> {
  const searches = pages.map((page): Search => {
    const { sections } = textOf(page)
    return {
      file: page.file,
      revisions: histories.get(page.file) ?? [],
      pending: new Set(Object.values(page.stamp)),
      version: { revision: undefined, page: { sections, stamp: page.stamp } },
      found: [],
    }
  })
  for (let age = 0; ; age += 1) {
    const open = searches.filter(({ pending, revisions }) => pending.size > 0 && revisions[age])
    if (open.length === 0) break
    const texts = await readObjects(
      root,
      open.flatMap(({ revisions }) => revisions[age]?.blob ?? []),
    )
    const parsed = await parse(
      new Map(open.map(({ file, revisions }) => [file, texts.get(revisions[age]?.blob ?? '') ?? ''])),
    )
    for (const search of open) goBack(search, search.revisions[age], parsed.get(search.file))
  }
  for (const search of searches) settle(search, search.pending)
  return new Map(searches.map(({ file, found }) => [file, found]))
}

/** Goes one version back: what that one does not have is as old as the version before. */
function goBack(search: Search, revision: Revision | undefined, parsed: ParsedPageText | undefined): void {
  const there = new Set(Object.values(parsed?.page.stamp ?? {}))
  settle(search, new Set([...search.pending].filter(hash => !there.has(hash))))
  search.pending = new Set([...search.pending].filter(hash => there.has(hash)))
  const page = { sections: parsed?.text.sections ?? [], stamp: parsed?.page.stamp ?? {} }
  search.version = { revision, page }
}

function settle({ found, version }: Search, hashes: Set<string>): void {
  if (hashes.size > 0) found.push({ ...version, hashes })
}

/** A page at some time: its sections, and what a translation made from it is stamped with. */
interface PastPage {
  sections: readonly Section[]
  stamp: Stamp
}

/** What a translation has from one commit: the hashes of its sections, and both pages as they were there. */
interface Origin {
  hashes: ReadonlySet<string>
  translation: PastPage
  source: PastPage
}

/**
 * The stamp of a translation whose sections are of different times, `origins` from new to old: each section of the source
 * as it was when the section that translates it was last changed.
 */
function pastStamp(origins: readonly Origin[]): Record<string, string> {
  const stamp: Record<string, string> = {}
  for (const origin of origins) {
    for (const [id, hash] of madeFrom(origin)) if (!Object.hasOwn(stamp, id)) stamp[id] = hash
  }
  // What the translation never had is known to have been left out, if the source had it from the first.
  const newest = origins[0]?.source.stamp ?? {}
  const oldest = origins.at(-1)?.source.stamp ?? {}
  for (const id of Object.keys(newest)) {
    const hash = oldest[id]
    if (hash !== undefined && !Object.hasOwn(stamp, id)) stamp[id] = hash
  }
  return stamp
}

/** Sections of the source that those of the translation say: id and hash. */
function madeFrom({ hashes, translation, source }: Origin): [id: string, hash: string][] {
  const pairs = matchSections(source.sections, translation.sections)
  const made = pairs.flatMap(pair => {
    const id = pair.source?.id
    const hash = id === undefined ? undefined : source.stamp[id]
    const isMeant = pair.translation !== undefined && hashes.has(pair.translation.hash)
    return id !== undefined && hash !== undefined && isMeant ? [[id, hash] as [string, string]] : []
  })
  const own = translation.stamp[FRONTMATTER]
  const frontmatter = source.stamp[FRONTMATTER]
  const isMeant = own !== undefined && hashes.has(own)
  return isMeant && frontmatter !== undefined ? [...made, [FRONTMATTER, frontmatter]] : made
}
