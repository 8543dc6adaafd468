import { foldPath, safeDecode } from '../shared/addresses.ts'
import { alternativeForms } from '../shared/address-table.ts'
import type { PageSummary } from '../schema/page.ts'

/** Finds pages by address the way the site answers addresses (specification 5): tolerant of slash, `.html` and case. */
export interface PageLookup {
  /** The page at exactly this decoded path. */
  exact(path: string): PageSummary | undefined
  /** The page whose file gives this path, wherever a permalink moved it: translations are matched by their files. */
  regular(path: string): PageSummary | undefined
  /** The page that the address leads to; `canonical` is false when another form or letter case was written. */
  find(path: string): { page: PageSummary; canonical: boolean; caseDiffers: boolean } | undefined
  /** The draft that would be found there if it were published. */
  draft(path: string): PageSummary | undefined
}

/** Builds the lookup over all pages. Paths are decoded, without base. */
export function createPageLookup(
  all: readonly PageSummary[],
  drafts: readonly PageSummary[] = [],
): PageLookup {
  const byPath = new Map(all.map(page => [safeDecode(page.record.path), page]))
  const byRegular = new Map(all.map(page => [safeDecode(page.record.regularPath), page]))
  const byFolded = new Map(all.map(page => [foldPath(safeDecode(page.record.path)), page]))
  const find: PageLookup['find'] = path => {
    const direct = byPath.get(path)
    if (direct) return { page: direct, canonical: true, caseDiffers: false }
    const forms = [path, ...alternativeForms(path)]
    const first = (pages: ReadonlyMap<string, PageSummary>, spell = (form: string) => form) =>
      forms.map(form => pages.get(spell(form))).find(page => page !== undefined)
    // Links are written to files: a permalink does not break them.
    const page = first(byPath) ?? first(byRegular)
    if (page) return { page, canonical: false, caseDiffers: false }
    const folded = first(byFolded, form => foldPath(safeDecode(form)))
    return folded && { page: folded, canonical: false, caseDiffers: true }
  }
  const unpublished = drafts.length > 0 ? createPageLookup(drafts) : undefined
  return {
    exact: path => byPath.get(path),
    regular: path => byRegular.get(path),
    find,
    draft: path => unpublished?.find(path)?.page,
  }
}
