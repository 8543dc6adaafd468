import { type FileHistories, readObjects, type Revision } from '../../lib/git-history.ts'
import type { PageSummary } from '../../schema/page.ts'
import type { ReadableSite } from '../../schema/translation.ts'
import type { ParsedPageText } from '../../steps/parse-texts.ts'
import type { PastPage } from './past-stamp.ts'

/** Parses texts in the place of pages, by file. */
export type Parse = (texts: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, ParsedPageText>>

/** Sections of a translation that one commit gave their text of today; without a revision, what is not committed yet. */
export interface DatedSections {
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
export async function findOrigins(
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
