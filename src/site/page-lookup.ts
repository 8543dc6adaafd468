import { safeDecode } from '../addresses/safe-decode.ts'
import type { PageSummary } from '../schema/page.ts'

/** Finds pages by address the way the site answers addresses (specification 5): tolerant of slash, `.html` and case. */
export interface PageLookup {
  /** The page at exactly this decoded path. */
  exact(path: string): PageSummary | undefined
  /** The page whose file gives this path, wherever a permalink moved it: translations are matched by their files. */
  regular(path: string): PageSummary | undefined
  /** The page that the address leads to; `canonical` is false when another form or letter case was written. */
  find(path: string): { page: PageSummary; canonical: boolean; caseDiffers: boolean } | undefined
}

/** Builds the lookup over all pages. Paths are decoded, without base. */
export function createPageLookup(pages: readonly PageSummary[]): PageLookup {
  const byPath = new Map(pages.map(page => [safeDecode(page.record.path), page]))
  const byRegular = new Map(pages.map(page => [safeDecode(page.record.regularPath), page]))
  const byFolded = new Map(pages.map(page => [fold(page.record.path), page]))
  const find: PageLookup['find'] = path => {
    const direct = byPath.get(path)
    if (direct) return { page: direct, canonical: true, caseDiffers: false }
    for (const form of otherForms(path)) {
      const page = byPath.get(form)
      if (page) return { page, canonical: false, caseDiffers: false }
    }
    // Links are written to files: a permalink does not break them.
    for (const form of [path, ...otherForms(path)]) {
      const page = byRegular.get(form)
      if (page) return { page, canonical: false, caseDiffers: false }
    }
    for (const form of [path, ...otherForms(path)]) {
      const page = byFolded.get(fold(form))
      if (page) return { page, canonical: false, caseDiffers: true }
    }
    return undefined
  }
  return { exact: path => byPath.get(path), regular: path => byRegular.get(path), find }
}

/** The other ways to write an address, in the order they are tried (B20–B22, both directions). */
function otherForms(path: string): string[] {
  const stem = path.replace(/\/index(\.html)?$/, '/').replace(/(\.html)?\/?$/, '')
  return [`${stem}.html`, `${stem}/`].filter(form => form !== path)
}

function fold(path: string): string {
  return safeDecode(path).normalize('NFC').toLowerCase()
}
