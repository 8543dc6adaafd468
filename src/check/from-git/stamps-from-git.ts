import {
  type FileHistories,
  findBlobs,
  readHistories,
  readObjects,
  type Revision,
} from '../../lib/git-history.ts'
import type { Finding } from '../../schema/finding.ts'
import type { PageSummary } from '../../schema/page.ts'
import type { ReadableSite } from '../../schema/translation.ts'
import type { Stamp } from '../../shared/translations.ts'
import { listTranslations } from '../../site/translations.ts'
import type { LoadedSite } from '../../steps/load.ts'
import { parseTexts } from '../../steps/parse-texts.ts'
import type { Session } from '../../cache/workers/session.ts'
import type { FileFilter } from '../fix/choose-files.ts'
import { type DatedSections, findOrigins, type Parse } from './find-origins.ts'
import { type Origin, type PastPage, pastStamp } from './past-stamp.ts'

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
