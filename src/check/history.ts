/** The history of the repository: which problems a change caused (`--since`), and what translations were made from (`--from-git`). */
import type { Session } from '../cache/workers/session.ts'
import type { FileFilter } from './fix.ts'
import {
  type FileHistories,
  findBlobs,
  findCommit,
  readHistories,
  readObjects,
  type Revision,
  runGit,
  splitNames,
  whyGitFailed,
} from '../lib/git.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { PageSummary, Section } from '../schema/page.ts'
import type { ReadableSite } from '../schema/translation.ts'
import { MARKDOWN_FILE, pageAddress } from '../shared/addresses.ts'
import { usageFinding } from '../shared/findings.ts'
import { FRONTMATTER, type Stamp } from '../shared/translations.ts'
import { matchSections } from '../site/stamp.ts'
import { listTranslations } from '../site/translations.ts'
import { parseTexts } from '../cache/workers/parsed-pages.ts'
import { type LoadedSite } from '../load.ts'
import { listPairs, type TranslatedPage } from './rules/parity.ts'

/**
 * Files that differ from where the work branched off from `ref`, relative to the root: committed or not, removed ones too.
 * A finding where Git does not know it.
 */
export async function changedSince(
  root: string,
  ref: string,
): Promise<{ files: ReadonlySet<string> } | { problem: Finding }> {
  try {
    const tip = await findCommit(root, ref)
    if (tip === undefined) return unknownRef(ref, 'the repository has no such commit')
    const base = (await runGit(root, ['merge-base', tip, 'HEAD']).catch(() => tip)).trim()
    const changed = await runGit(root, ['diff', '--name-only', '--no-renames', '-z', '--relative', base])
    const added = await runGit(root, ['ls-files', '--others', '--exclude-standard', '-z'])
    return { files: new Set([changed, added].flatMap(splitNames)) }
  } catch (error) {
    return unknownRef(ref, whyGitFailed(error))
  }
}

function unknownRef(ref: string, why: string): { problem: Finding } {
  const message = `\`--since ${ref}\` can't be compared: ${why}.`
  const hint =
    'Name a branch, a tag or a commit; in a shallow clone, fetch it first: `git fetch --unshallow`.'
  return { problem: usageFinding(message, hint) }
}

/**
 * The findings that a change of these files has to do with: those in the files, in pages that include them, in translations
 * of their pages, of links that lead to them, and those of the site as a whole.
 */
export function touchedBy(
  files: ReadonlySet<string>,
  site: ReadableSite,
  findings: readonly Finding[],
): Finding[] {
  const touched = new Set(files)
  for (const { file, includes } of site.pages) if (includes.some(name => files.has(name))) touched.add(file)
  for (const { source, page } of listTranslations(site)) {
    if (source && page && touched.has(source.file)) touched.add(page.file)
  }
  const gone = new Set([...files].map(file => addressOf(file, site.config.contentDir)))
  const keyOf = ({ file, line, column }: Place) => `${file}:${line}:${column}`
  const links = new Set(
    site.links.flatMap(({ problem, to, link }) =>
      problem && (touched.has(to?.file ?? '') || gone.has(link.target) || files.has(link.target))
        ? [keyOf(link.place)]
        : [],
    ),
  )
  return findings.filter(({ place }) => !place || touched.has(place.file) || links.has(keyOf(place)))
}

/** Where the page of a file is, or was, as links name it; empty for what isn't a page. */
function addressOf(file: string, contentDir: string): string {
  const folder = contentDir === '.' ? '' : `${contentDir.replace(/\/$/, '')}/`
  if (!file.startsWith(folder) || !MARKDOWN_FILE.test(file)) return ''
  return pageAddress(`/${file.slice(folder.length)}`)
}

/** A page at some time: its sections, and what a translation made from it is stamped with. */
interface PastPage {
  sections: readonly Section[]
  stamp: Stamp
}

/** Reads and parses one version of each of some files: file → blob. */
type ReadVersions = (blobs: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, PastPage>>

/** Sections of a translation that one commit gave their text of today; without a revision, what is not committed yet. */
interface DatedSections {
  revision: Revision | undefined
  hashes: ReadonlySet<string>
  /** The translation as this commit left it. */
  page: PastPage
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
  const { root } = session
  const history = await readHistories(root, site.config.contentDir)
  if ('problem' in history) return { problem: noHistory(history.problem) }
  const { histories } = history
  const read: ReadVersions = async blobs => {
    const texts = await readObjects(root, [...blobs.values()])
    const parsed = await parseTexts(
      session,
      loaded,
      new Map([...blobs].map(([file, blob]) => [file, texts.get(blob) ?? ''])),
    )
    return new Map(
      [...parsed].map(([file, { page, text }]) => [file, { sections: text.sections, stamp: page.stamp }]),
    )
  }
  const now = (page: PageSummary) => ({ sections: site.textOf(page).sections, stamp: page.stamp })
  const pairs = listPairs(site).filter(({ page }) => isChosen(page.file))
  const dated = await dateSections(
    pairs.map(({ page }) => ({ file: page.file, page: now(page) })),
    histories,
    read,
  )
  const sourceAt = await readSources(pairs, dated, { histories, root, read })
  const stamps = pairs.map(({ source, page }) => {
    const origins = (dated.get(page.file) ?? []).map(({ hashes, page: translation, revision }): Origin => ({
      hashes,
      translation,
      source: sourceAt(source, revision) ?? now(source),
    }))
    return [page.file, pastStamp(origins)] as const
  })
  return { stamps: new Map(stamps) }
}

/**
 * Finds for each section of these translations the commit that gave it its text of today, from new to old: formatting, links and
 * sections that were moved count as unchanged, as for stamps.
 */
async function dateSections(
  pages: readonly { file: string; page: PastPage }[],
  histories: FileHistories,
  read: ReadVersions,
): Promise<Map<string, DatedSections[]>> {
  const searches = pages.map(({ file, page }) => ({
    file,
    /** Hashes that all versions so far have. */
    pending: Object.values(page.stamp),
    /** The oldest version that was looked at. */
    version: { revision: undefined as Revision | undefined, page },
    found: [] as DatedSections[],
  }))
  for (let age = 0; ; age += 1) {
    const open = searches.flatMap(search => {
      const revision = search.pending.length > 0 ? histories.get(search.file)?.[age] : undefined
      return revision ? [{ search, revision }] : []
    })
    if (open.length === 0) break
    const past = await read(new Map(open.map(({ search, revision }) => [search.file, revision.blob])))
    for (const { search, revision } of open) {
      const page = past.get(search.file) ?? { sections: [], stamp: {} }
      const there = new Set(Object.values(page.stamp))
      const hashes = new Set(search.pending.filter(hash => !there.has(hash)))
      if (hashes.size > 0) search.found.push({ ...search.version, hashes })
      search.pending = search.pending.filter(hash => there.has(hash))
      search.version = { revision, page }
    }
  }
  return new Map(
    searches.map(({ file, found, pending, version }) => [
      file,
      pending.length > 0 ? [...found, { ...version, hashes: new Set(pending) }] : found,
    ]),
  )
}

interface Past {
  histories: FileHistories
  root: string
  read: ReadVersions
}

/** Reads the source pages as they were in the commits that gave translations their text; undefined for what isn't committed. */
async function readSources(
  pairs: readonly TranslatedPage[],
  dated: ReadonlyMap<string, DatedSections[]>,
  { histories, root, read }: Past,
): Promise<(source: PageSummary, revision: Revision | undefined) => PastPage | undefined> {
  const wanted = pairs.flatMap(({ source, page }) =>
    (dated.get(page.file) ?? []).flatMap(({ revision }) =>
      revision ? [{ file: source.file, revision }] : [],
    ),
  )
  const names = (file: string, { commit }: Revision) =>
    [...new Set([file, ...(histories.get(file) ?? []).map(version => version.file)])].map(
      name => `${commit}:./${name}`,
    )
  const blobs = await findBlobs(root, [
    ...new Set(wanted.flatMap(({ file, revision }) => names(file, revision))),
  ])
  /** A translation that is older than its source was made from what the source was first. */
  const blobOf = (file: string, revision: Revision) =>
    names(file, revision).flatMap(name => blobs.get(name) ?? [])[0] ?? histories.get(file)?.at(-1)?.blob
  const queues = new Map<string, Set<string>>()
  for (const { file, revision } of wanted) {
    const blob = blobOf(file, revision)
    if (blob !== undefined) queues.set(file, (queues.get(file) ?? new Set()).add(blob))
  }
  const past = new Map<string, PastPage>()
  for (let round = 0; ; round += 1) {
    const next = [...queues].flatMap(([file, all]) =>
      [...all].slice(round, round + 1).map(blob => [file, blob] as const),
    )
    if (next.length === 0) break
    const pages = await read(new Map(next))
    for (const [file, blob] of next) {
      const page = pages.get(file)
      if (page) past.set(`${blob} ${file}`, page)
    }
  }
  return ({ file }, revision) => revision && past.get(`${blobOf(file, revision)} ${file}`)
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
  return usageFinding(
    `\`--from-git\` cannot read the history: ${problem}.`,
    'Without one, `docsgen check --stamp` records that translations are made from the source of today.',
  )
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
    .map(pair => ({ id: pair.source?.id, own: pair.translation?.hash }))
    .concat([{ id: FRONTMATTER, own: translation.stamp[FRONTMATTER] }])
  return pairs.flatMap(({ id, own }) => {
    const hash = id === undefined ? undefined : source.stamp[id]
    const isMeant = own !== undefined && hashes.has(own)
    return id !== undefined && hash !== undefined && isMeant ? [[id, hash] as [string, string]] : []
  })
}
