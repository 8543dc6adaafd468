/** Reads Git for the problems that a change caused (`--since`), and for the sources of translations (`--from-git`). */
import type { Session } from '../cache/threads/session.ts'
import { askedFolder, findCommit, runGit, splitNames, whyGitFailed, isShallow } from '../lib/git.ts'
import { contentPath, leadsOut } from '../lib/files.ts'
import { type Finding, type Place, groupBy, usageFinding } from '../schema/finding.ts'
import type { PageSummary, Section } from '../schema/page.ts'
import type { ReadableSite } from '../schema/site.ts'
import { MARKDOWN_FILE, pageAddress } from '../shared/addresses.ts'
import { FRONTMATTER, type Stamp } from '../site/stamps.ts'
import { matchSections, listTranslations } from '../site/translations.ts'
import { parseTexts } from '../cache/threads/parsed-pages.ts'
import type { LoadedSite } from '../load.ts'
import { listPairs } from './rules/parity.ts'

/** Files that differ from where the work branched off from `ref`, removed ones too. */
export async function changedSince({ root, config: { contentDir } }: ReadableSite, ref: string) {
  try {
    const tip = await findCommit(root, ref)
    if (tip === undefined) return unknownRef(ref, "the commit doesn't exist")
    const base = (await runGit(root, ['merge-base', tip, 'HEAD']).catch(() => tip)).trim()
    const files = new Set<string>()
    for (const folder of new Set(['.', leadsOut(contentDir) ? contentDir : '.'])) {
      const { cwd, nameOf } = askedFolder(root, folder)
      const changed = await runGit(cwd, ['diff', '--name-only', '--no-renames', '-z', '--relative', base])
      const added = await runGit(cwd, ['ls-files', '--others', '--exclude-standard', '-z'])
      for (const name of [changed, added].flatMap(splitNames)) files.add(nameOf(name))
    }
    return { files }
  } catch (error) {
    return unknownRef(ref, whyGitFailed(error))
  }
}

function unknownRef(ref: string, why: string): { problem: Finding } {
  const message = `Can't find the changes since \`${ref}\`: ${why}.`
  if (why.startsWith('not a git repository'))
    return { problem: usageFinding(message, '`--since` requires a Git repository.') }
  const hint = 'Use a branch, tag or commit. In a shallow clone, run `git fetch --unshallow` first.'
  return { problem: usageFinding(message, hint) }
}

/** Findings in these files, in pages that include them, in their translations, of links to them, and of the whole site. */
export function touchedBy(files: ReadonlySet<string>, site: ReadableSite, findings: readonly Finding[]) {
  const touched = new Set(files)
  for (const { file, includes } of site.pages) if (includes.some(name => files.has(name))) touched.add(file)
  for (const { source, page } of listTranslations(site)) {
    if (source && page && touched.has(source.file)) touched.add(page.file)
  }
  // Where the pages of these files are, or were, as links name them.
  const gone = new Set(
    [...files].flatMap(file => {
      const name = contentPath(file, site.config.contentDir)
      return name !== undefined && MARKDOWN_FILE.test(name) ? [pageAddress(`/${name}`)] : []
    }),
  )
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

/** A page at some time: its sections, and what a translation made from it is stamped with. */
interface PastPage {
  sections: readonly Section[]
  stamp: Stamp
}

/** State of a translation at one commit. */
interface Origin {
  /** Undefined for what isn't committed. */
  revision: Revision | undefined
  hashes: ReadonlySet<string>
  translation: PastPage
}

/** By file: each section of the source as it was when its translation last changed. */
export async function stampsFromGit(
  session: Session,
  { site, loaded }: { site: ReadableSite; loaded: LoadedSite },
  isChosen: (file: string) => boolean,
): Promise<{ stamps: ReadonlyMap<string, Stamp> } | { problem: Finding }> {
  const { root } = session
  const history = await readHistories(root, site.config.contentDir)
  if (history.problem) return { problem: history.problem }
  const { histories } = history
  const read = (versions: readonly Version[]) => readVersions(session, loaded, versions)
  const now = (page: PageSummary) => ({ sections: site.textOf(page).sections, stamp: page.stamp })
  const pages = listPairs(site)
    .filter(({ page }) => isChosen(page.file))
    .map(({ source, page }) => ({ source, file: page.file, ...now(page) }))
  const dated = await dateSections(pages, histories, read)

  // The names that a source had: the commit may have it by another than today.
  const names = (file: string, { commit }: Revision) =>
    [...new Set([file, ...(histories.get(file) ?? []).map(version => version.file)])].map(
      name => `${commit}:./${name}`,
    )
  const wanted = pages.flatMap(({ source, file }) =>
    (dated.get(file) ?? []).flatMap(({ revision }) => (revision ? [{ file: source.file, revision }] : [])),
  )
  const asked = new Set(wanted.flatMap(({ file, revision }) => names(file, revision)))
  const blobs = await findBlobs(root, [...asked])
  /** A translation that is older than its source was made from what the source was first. */
  const blobOf = (file: string, revision: Revision) =>
    names(file, revision).flatMap(name => blobs.get(name) ?? [])[0] ?? histories.get(file)?.at(-1)?.blob
  const past = await read(
    wanted.flatMap(({ file, revision }) => {
      const blob = blobOf(file, revision)
      return blob === undefined ? [] : [{ file, blob }]
    }),
  )
  const sourceAt = (source: PageSummary, revision: Revision | undefined) =>
    (revision && past.get(`${blobOf(source.file, revision)} ${source.file}`)) ?? now(source)
  const stamps = pages.map(({ source, file }): [string, Stamp] => {
    const origins = dated.get(file)?.map(one => ({ ...one, source: sourceAt(source, one.revision) }))
    return [file, pastStamp(origins ?? [])]
  })
  return { stamps: new Map(stamps) }
}

type Version = Pick<Revision, 'file' | 'blob'>

/** By `<blob> <file>`. One version of each file is parsed at a time, because results are matched by file. */
async function readVersions(session: Session, loaded: LoadedSite, versions: readonly Version[]) {
  const pages = new Map<string, PastPage>()
  const queues = [...groupBy(versions, ({ file }) => file)].map(
    ([file, all]) => [file, [...new Set(all.map(({ blob }) => blob))]] as const,
  )
  for (let round = 0; ; round += 1) {
    const blobs = new Map(
      queues.flatMap(([file, all]) => all.slice(round, round + 1).map(blob => [file, blob])),
    )
    if (blobs.size === 0) return pages
    const objects = await readObjects(session.root, [...blobs.values()])
    const texts = new Map([...blobs].map(([file, blob]) => [file, objects.get(blob) ?? '']))
    for (const [file, { page, text }] of await parseTexts(session, loaded, texts))
      pages.set(`${blobs.get(file)} ${file}`, { sections: text.sections, stamp: page.stamp })
  }
}

/** Finds the commit that gave each section its text of today; moved and reformatted ones count as unchanged. */
async function dateSections(
  pages: readonly (PastPage & { file: string })[],
  histories: FileHistories,
  read: (versions: readonly Version[]) => Promise<Map<string, PastPage>>,
): Promise<Map<string, Origin[]>> {
  const searches = pages.map(({ file, ...translation }) => ({
    file,
    pending: Object.values(translation.stamp),
    /** The oldest version that was looked at. */
    oldest: { revision: undefined as Revision | undefined, translation: translation as PastPage },
    origins: [] as Origin[],
  }))
  for (let age = 0; ; age += 1) {
    const open = searches.flatMap(search => {
      const revision = search.pending.length > 0 ? histories.get(search.file)?.[age] : undefined
      return revision ? [{ search, revision }] : []
    })
    if (open.length === 0) break
    const past = await read(open.map(({ search: { file }, revision: { blob } }) => ({ file, blob })))
    for (const { search, revision } of open) {
      const translation = past.get(`${revision.blob} ${search.file}`) ?? { sections: [], stamp: {} }
      const there = new Set(Object.values(translation.stamp))
      const hashes = new Set(search.pending.filter(hash => !there.has(hash)))
      if (hashes.size > 0) search.origins.push({ ...search.oldest, hashes })
      search.pending = search.pending.filter(hash => there.has(hash))
      search.oldest = { revision, translation }
    }
  }
  for (const { pending, oldest, origins } of searches)
    if (pending.length > 0) origins.push({ ...oldest, hashes: new Set(pending) })
  return new Map(searches.map(({ file, origins }) => [file, origins]))
}

/** `origins` are from new to old. */
function pastStamp(origins: readonly (Origin & { source: PastPage })[]): Stamp {
  const stamp = new Map<string, string>()
  const note = (id: string, hash: string | undefined) => {
    if (hash !== undefined && !stamp.has(id)) stamp.set(id, hash)
  }
  for (const { hashes, translation, source } of origins) {
    const own = (hash = '') => hashes.has(hash)
    for (const pair of matchSections(source.sections, translation.sections))
      if (pair.source && own(pair.translation?.hash)) note(pair.source.id, source.stamp[pair.source.id])
    if (own(translation.stamp[FRONTMATTER])) note(FRONTMATTER, source.stamp[FRONTMATTER])
  }
  // A section that the source always had and the translation never had was left out on purpose.
  const oldest = origins.at(-1)?.source.stamp
  for (const id of Object.keys(origins[0]?.source.stamp ?? {})) note(id, oldest?.[id])
  return Object.fromEntries(stamp)
}

/** A version of a file as a commit left it, with its name then. */
interface Revision {
  commit: string
  file: string
  blob: string
}

type FileHistories = ReadonlyMap<string, readonly Revision[]>

const LONG = { limit: 300_000 }

async function readHistories(root: string, folder: string) {
  try {
    const asked = askedFolder(root, folder)
    if (await isShallow(asked.cwd)) {
      const message = "This is a shallow clone, so its history doesn't show the source of each translation."
      const hint = 'Run `git fetch --unshallow`, or set `fetch-depth: 0` for `actions/checkout`.'
      const problem: Finding = { rule: 'git/shallow', severity: 'error', message, hint }
      return { problem }
    }
    const args = ['log', '--format=%x01%H', '--raw', '--no-abbrev', '-M', '-z', '--topo-order', '--relative']
    const log = await runGit(asked.cwd, [...args, '--', asked.folder], LONG)
    return { histories: followRenames(log, asked.nameOf) }
  } catch (error) {
    const message = `\`--from-git\` can't read the Git history: ${whyGitFailed(error)}.`
    const hint = 'Run `docsgen check --stamp` without `--from-git` to record the current source instead.'
    return { problem: usageFinding(message, hint) }
  }
}

/** The newest commit is first, so a name means the file that has it today until a commit gave it that name. */
function followRenames(log: string, nameOf: (name: string) => string): Map<string, Revision[]> {
  const histories = new Map<string, Revision[]>()
  /** Name at this point of the history → name today; undefined: the file that had it is gone, or is another one. */
  const names = new Map<string, string | undefined>()
  for (const text of log.split('\u0001').slice(1)) {
    const [commit = '', ...parts] = text.split('\0')
    const changes = readChanges(parts, nameOf)
    const today = changes.map(({ to }) => (names.has(to) ? names.get(to) : to))
    for (const { kind, to } of changes) if (kind !== 'M' && kind !== 'T') names.set(to, undefined)
    for (const [index, { kind, blob, from, to }] of changes.entries()) {
      const name = kind === 'D' ? undefined : today[index]
      if (kind === 'R') names.set(from, name)
      if (name === undefined) continue
      const versions = histories.get(name) ?? []
      versions.push({ commit, file: to, blob })
      histories.set(name, versions)
    }
  }
  return histories
}

/** Reads `:100644 100644 <blob> <blob> R086`, a name, and where it is a rename or a copy the new name. */
function readChanges(parts: readonly string[], nameOf: (name: string) => string) {
  const changes: { kind: string; blob: string; from: string; to: string }[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const head = /:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) ([A-Z])\d*$/.exec(parts[index] ?? '')
    if (!head) continue
    const [, blob = '', kind = ''] = head
    const from = parts[(index += 1)] ?? ''
    const to = kind === 'R' || kind === 'C' ? (parts[(index += 1)] ?? '') : from
    changes.push({ kind, blob, from: nameOf(from), to: nameOf(to) })
  }
  return changes
}

/** Objects that are read at once: their texts are in memory together. */
const BATCH = 500

async function readObjects(root: string, names: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (let start = 0; start < names.length; start += BATCH) {
    const batch = names.slice(start, start + BATCH)
    // Sizes are in bytes.
    const encoding = 'latin1'
    const output = await runGit(root, ['cat-file', '--batch'], { ...LONG, input: batch.join('\n'), encoding })
    let offset = 0
    for (const name of batch) {
      const end = output.indexOf('\n', offset)
      const size = / blob (\d+)$/.exec(output.slice(offset, end))?.[1]
      offset = end + 1
      if (size === undefined) continue
      texts.set(name, Buffer.from(output.slice(offset, offset + Number(size)), 'latin1').toString())
      offset += Number(size) + 1
    }
  }
  return texts
}

async function findBlobs(root: string, names: readonly string[]): Promise<Map<string, string>> {
  const blobs = new Map<string, string>()
  if (names.length === 0) return blobs
  const output = await runGit(root, ['cat-file', '--batch-check'], { ...LONG, input: names.join('\n') })
  for (const [index, answer] of output.split('\n').entries()) {
    const blob = /^([0-9a-f]+) blob /.exec(answer)?.[1]
    if (blob !== undefined) blobs.set(names[index] ?? '', blob)
  }
  return blobs
}
