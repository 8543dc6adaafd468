import { emptySource, type PageReaderOptions } from '../content/scan.ts'
import type { SourceFile } from '../schema/page.ts'
import type { Session } from '../cache/workers/session.ts'
import { lostPage } from './lost-page.ts'

/**
 * Reads pages and expands their includes in this thread, so that nothing crosses to another one; what takes long there goes to
 * one all the same (R-PATH-2). A page that could not be read is empty, with the finding.
 */
export async function readPages(
  session: Session,
  options: PageReaderOptions,
  files: string[],
): Promise<SourceFile[]> {
  const read = await session.map('scan', options, files, { here: true })
  return read.flatMap((page, index) => {
    if (!('lost' in page)) return page
    const file = files[index] ?? ''
    const findings = lostPage('scan', { file }, page)
    // Nothing is said of a page that was not tried: it is to be read anew, not taken for empty.
    return findings.length > 0 ? { ...emptySource(file, options), findings } : []
  })
}
