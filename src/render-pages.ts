import { hashContent } from './lib/hash.ts'
import type { RenderSetup } from './jobs.ts'
import type { WrittenFile } from './schema/output.ts'
import type { RenderedPage } from './render/page.ts'
import type { Page } from './schema/site.ts'
import type { Session } from './session.ts'

/** Pages rendered together: enough to share between threads, few enough to hold in memory. */
const BATCH = 128

export interface RenderJob {
  setup: RenderSetup
  /** Identifies the templates. */
  themeHash: string
  /** Page file → hash of what its content was made from. */
  contentKeys: ReadonlyMap<string, string>
}

/** What was written for a rendered page: enough to take the files over as long as nothing changes. */
export interface RenderTrace {
  chunkName: string
  document: WrittenFile
  chunk: WrittenFile
}

/** Writes the files of pages, or takes them over. */
export interface PageWriter {
  /** Takes both files over from the previous output; false when they are not there as they were. */
  reuse(page: Page, trace: RenderTrace): boolean
  write(page: Page, rendered: RenderedPage): Promise<RenderTrace>
}

/**
 * Renders pages and hands them to the writer, a batch at a time. Nothing is rendered whose input did not change, and
 * nothing is written that the previous output still has. Returns page key → chunk file name.
 */
export async function renderPages(
  session: Session,
  pages: readonly Page[],
  { setup, themeHash, contentKeys }: RenderJob,
  writer: PageWriter,
): Promise<Map<string, string>> {
  const { themeModule: _file, ...context } = setup
  const contextHash = hashContent(JSON.stringify([themeHash, context]), 32)
  const chunks = new Map<string, string>()
  for (let start = 0; start < pages.length; start += BATCH) {
    const batch = pages.slice(start, start + BATCH).map(page => {
      const { view, addresses, file } = page
      const input = contextHash + contentKeys.get(file) + JSON.stringify([view, addresses])
      return { page, key: hashContent(input, 32) }
    })
    const stale = batch.filter(({ page, key }) => {
      const trace = readTrace(session, key)
      if (!trace || !writer.reuse(page, trace)) return true
      chunks.set(page.view.key, trace.chunkName)
      return false
    })
    for (const { page, key, rendered } of await renderBatch(session, stale, setup)) {
      const trace = await writer.write(page, rendered)
      session.rendered.set(key, Buffer.from(JSON.stringify(trace)))
      chunks.set(page.view.key, trace.chunkName)
    }
  }
  return chunks
}

interface KeyedPage {
  page: Page
  key: string
}

/** Takes rendered pages from the cache or renders them. */
async function renderBatch(
  session: Session,
  batch: readonly KeyedPage[],
  setup: RenderSetup,
): Promise<(KeyedPage & { rendered: RenderedPage })[]> {
  const cached = batch.map(({ key }) => session.rendered.get(bodyKey(key)))
  const missing = batch.filter((_page, index) => !cached[index]).map(({ page }) => page)
  const inputs = missing.map(({ view, html, addresses }) => ({ view, html, addresses }))
  const fresh = (await session.map('render', setup, inputs)).values()
  return batch.map((keyed, index) => {
    const stored = cached[index]
    const rendered = stored ? (JSON.parse(stored.toString()) as RenderedPage) : fresh.next().value
    if (!rendered) throw new Error(`The page ${keyed.page.file} was not rendered.`)
    if (!stored) session.rendered.set(bodyKey(keyed.key), Buffer.from(JSON.stringify(rendered)))
    return { ...keyed, rendered }
  })
}

/** The trace is only of use while the rendered page is in the cache too. */
function readTrace(session: Session, key: string): RenderTrace | undefined {
  const stored = session.rendered.has(bodyKey(key)) ? session.rendered.get(key) : undefined
  return stored && (JSON.parse(stored.toString()) as RenderTrace)
}

function bodyKey(key: string): string {
  return `${key}+`
}
