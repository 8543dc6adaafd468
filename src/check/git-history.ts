/** Asks Git for the problems of a change (`--since`) and for the sources of translations (`--from-git`). */
import type { Session } from '../cache/threads/session.ts'
import { askedFolder, findCommit, runGit, splitNames, whyGitFailed, isShallow } from '../lib/git.ts'
import { contentPath, leadsOut } from '../lib/files.ts'
import { inParallel } from '../lib/process.ts'
import { type Finding, type Place, usageFinding } from '../schema/finding.ts'
import type { PageSummary, Section } from '../schema/page.ts'
import type { ReadableSite } from '../schema/site.ts'
import { MARKDOWN_FILE, pageAddress } from '../shared/addresses.ts'
import { FRONTMATTER, type Stamp } from '../site/stamps.ts'
import { matchSections, listTranslations, SOURCE_LOCALE, translationFile } from '../site/translations.ts'
import { parseText } from '../cache/threads/parsed-pages.ts'
import type { LoadedSite } from '../load.ts'
import { listPairs } from './rules/parity.ts'

/** Files that changed since the work branched off `ref`, including removed ones. */
export async function changedSince({ root, config: { contentDir } }: ReadableSite, ref: string) {
  try {
    // A clone in CI has only the branch that it builds.
    const tip = (await findCommit(root, ref)) ?? (await findCommit(root, `origin/${ref}`))
    if (!tip) return unknownRef(ref, "the commit doesn't exist")
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

function unknownRef(ref: string, why: string) {
  const hint = why.startsWith('not a git repository')
    ? '`--since` requires a Git repository.'
    : 'Use a branch, tag or commit. In a shallow clone, run `git fetch --unshallow` first.'
  return { problem: usageFinding(`Can't find the changes since \`${ref}\`: ${why}.`, hint) }
}

/** Findings of the whole site, these files, pages that include them, their translations, and links to them. */
export function touchedBy(files: ReadonlySet<string>, site: ReadableSite, findings: readonly Finding[]) {
  const touched = new Set(files)
  for (const { file, includes } of site.pages) if (includes.some(name => files.has(name))) touched.add(file)
  for (const { source, page } of listTranslations(site)) {
    if (!page) continue
    // A translation without a source may have lost it by the change.
    const from = source?.file ?? translationFile(page, SOURCE_LOCALE, site.config.contentDir)
    if (touched.has(from)) touched.add(page.file)
  }
  const { contentDir, publicDir } = site.config
  // Where these files are, or were, as links name them.
  const gone = new Set(
    [...files].flatMap(file => {
      const name = contentPath(file, contentDir)
      if (name && MARKDOWN_FILE.test(name)) return [pageAddress(`/${name}`)]
      return file.startsWith(`${publicDir}/`) ? [file.slice(publicDir.length)] : []
    }),
  )
  const keyOf = ({ file, line, column }: Place) => `${file}:${line}:${column}`
  const broken = site.links.filter(
    ({ problem, to, link: { target } }) =>
      problem && (touched.has(to?.file ?? '') || gone.has(target) || files.has(target)),
  )
  const links = new Set(broken.map(({ link }) => keyOf(link.place)))
  const isTouched = (place: Place) =>
    !MARKDOWN_FILE.test(place.file) || touched.has(place.file) || links.has(keyOf(place))
  return findings.filter(({ place }) => !place || isTouched(place))
}

type PastPage = { sections: readonly Section[]; stamp: Stamp }

/** Pages whose history is read at once. */
const PARALLEL = 8

/** By file: each section of the source as it was when its translation last changed. */
export async function stampsFromGit(
  session: Session,
  { site, loaded }: { site: ReadableSite; loaded: LoadedSite },
  isChosen: (file: string) => boolean,
) {
  const { root } = session
  const history = await readHistories(root, site.config.contentDir)
  if (history.problem) return { problem: history.problem }
  const { histories } = history
  const stamps = new Map<string, Stamp>()
  const pairs = listPairs(site).filter(({ page }) => isChosen(page.file))
  await inParallel(pairs, PARALLEL, async ({ source, page }) => {
    stamps.set(page.file, await pastStamp(source, page))
  })
  return { stamps }

  function now(page: PageSummary): PastPage {
    return { sections: site.textOf(page).sections, stamp: page.stamp }
  }

  /** Reads versions from new to old. Sections that were moved or reformatted count as unchanged. */
  async function pastStamp(source: PageSummary, page: PageSummary): Promise<Stamp> {
    const stamp = new Map<string, string>()
    const note = (id: string, hash: string | undefined) => {
      if (hash !== undefined && !stamp.has(id)) stamp.set(id, hash)
    }
    /** Stamps of the source when the translation changed. */
    const sources: Stamp[] = []
    let pending = Object.values(page.stamp)
    let translation = now(page)
    /** Commit of `translation`; undefined for what isn't committed. */
    let commit: string | undefined
    /** `hashes`: of the sections to which `translation` gave the text of today. */
    const settle = async (hashes: string[]) => {
      if (hashes.length === 0) return
      const past = commit ? await sourceAt(source, commit) : undefined
      const { sections, stamp: known } = past ?? now(source)
      const isOwn = (hash = '') => hashes.includes(hash)
      sources.push(known)
      for (const pair of matchSections(sections, translation.sections))
        if (pair.source && isOwn(pair.translation?.hash)) note(pair.source.id, known[pair.source.id])
      if (isOwn(translation.stamp[FRONTMATTER])) note(FRONTMATTER, known[FRONTMATTER])
    }
    for (const older of histories.get(page.file) ?? []) {
      if (pending.length === 0) break
      const version = (await read(page.file, older.blob)) ?? { sections: [], stamp: {} }
      const there = new Set(Object.values(version.stamp))
      await settle(pending.filter(hash => !there.has(hash)))
      pending = pending.filter(hash => there.has(hash))
      translation = version
      commit = older.commit
    }
    await settle(pending)
    // A section that only the source ever had was left out on purpose.
    for (const id of Object.keys(sources[0] ?? {})) note(id, sources.at(-1)?.[id])
    return Object.fromEntries(stamp)
  }

  /** A translation that is older than its source was made from the source's first version. */
  async function sourceAt({ file }: PageSummary, commit: string) {
    const versions = histories.get(file) ?? []
    // The file may have had another name.
    for (const name of new Set([file, ...versions.map(version => version.file)])) {
      const found = await read(file, `${commit}:./${name}`)
      if (found) return found
    }
    const first = versions.at(-1)
    return first && read(file, first.blob)
  }

  async function read(file: string, object: string): Promise<PastPage | undefined> {
    const content = await runGit(root, ['cat-file', 'blob', object]).catch(() => undefined)
    if (content === undefined) return undefined
    const source = { file, text: content }
    const { text, page } = await parseText(session, loaded.site.config, loaded.parsing, source)
    return { sections: text.sections, stamp: page.stamp }
  }
}

/** Version of a file, with its name at that time. */
type Revision = Record<'commit' | 'file' | 'blob', string>

async function readHistories(root: string, folder: string) {
  try {
    const asked = askedFolder(root, folder)
    if (await isShallow(asked.cwd)) {
      const message =
        "This is a shallow clone, so its history doesn't show which source each translation was made from."
      const hint = 'Run `git fetch --unshallow`, or set `fetch-depth: 0` for `actions/checkout`.'
      return { problem: { rule: 'git/shallow', severity: 'error', message, hint } satisfies Finding }
    }
    const args = ['log', '--format=%x01%H', '--raw', '--no-abbrev', '-M', '-z', '--topo-order', '--relative']
    const log = await runGit(asked.cwd, [...args, '--', asked.folder], { limit: 300_000 })
    return { histories: followRenames(log, asked.nameOf) }
  } catch (error) {
    const message = `\`--from-git\` can't read the Git history: ${whyGitFailed(error)}.`
    const hint = 'Run `docsgen check --stamp` without `--from-git` to record the current source instead.'
    return { problem: usageFinding(message, hint) }
  }
}

/** `:100644 100644 <blob> <blob> R086`, a name, and for a rename the new one. */
const CHANGE = /:\d+ \d+ \w+ (\w+) ([A-Z])\d*\0([^\0]+)(?:\0(?!:\d)([^\0]+))?/g

/** From the newest commit on, a name means today's file until a commit gave it that name. */
function followRenames(log: string, nameOf: (name: string) => string) {
  const histories = new Map<string, Revision[]>()
  /** Name at this point → name today; undefined for a file that is gone. */
  const names = new Map<string, string | undefined>()
  for (const text of log.split('\u0001').slice(1)) {
    const [commit = ''] = text.split('\0', 1)
    const changes = Array.from(text.matchAll(CHANGE), ([, blob = '', kind = '', old = '', now = old]) => {
      const [from, to] = [nameOf(old), nameOf(now)]
      return { blob, kind, from, to, today: names.has(to) ? names.get(to) : to }
    })
    for (const { kind, to } of changes) if (kind !== 'M' && kind !== 'T') names.set(to, undefined)
    for (const { kind, blob, from, to, today } of changes) {
      const name = kind === 'D' ? undefined : today
      if (kind === 'R') names.set(from, name)
      if (!name) continue
      const versions = histories.get(name) ?? []
      versions.push({ commit, file: to, blob })
      histories.set(name, versions)
    }
  }
  return histories
}
