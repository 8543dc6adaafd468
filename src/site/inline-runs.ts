import { isOutside, isSafeAddress } from '../shared/addresses.ts'
import type { TextRun } from '../schema/view.ts'
import { linkedAddress } from './linked-address.ts'
import type { PageLookup } from './page-lookup.ts'

/** Reads a short text in Markdown into paragraphs. */
export type ReadInlineText = (markdown: string) => TextRun[][]

/** Runs whose links lead to the addresses of the site, those inside it starting at `from`; one that is not safe is none. */
export function linkRuns(
  runs: readonly TextRun[],
  from: string,
  site: { base: string; lookup: PageLookup },
): TextRun[] {
  return runs.map(({ link, ...run }) => {
    if (!link || !isSafeAddress(link.href)) return run
    const href = linkedAddress(link.href, from, site)
    return { ...run, link: { text: run.text, href, external: isOutside(link.href) } }
  })
}
