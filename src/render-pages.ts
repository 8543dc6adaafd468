import { hashContent } from './lib/hash.ts'
import { lostPage } from './lost-page.ts'
import type { Finding } from './schema/finding.ts'
import type { RenderedFiles, RenderSetup } from './jobs.ts'
import type { WrittenFile } from './schema/output.ts'
import type { Page } from './schema/site.ts'
import type { Session } from './session.ts'

/** Pages rendered together: enough to share between threads, few enough to hold in memory. */
const BATCH = 64

/** Pages that share a setup. */
export interface RenderJob {
  pages: readonly Page[]
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
  write(page: Page, rendered: RenderedFiles): Promise<RenderTrace>
}

/**
 * Renders pages and hands them to the writer, a batch at a time, while the threads make the next. Nothing is rendered
 * whose input did not change, and nothing is written that the previous output still has. Returns page key → chunk file
 * name; pages that could not be rendered are missing there, each with a finding.
 */
export async function renderPages(
  session: Session,
  jobs: readonly RenderJob[],
  writer: PageWriter,
): Promise<{ chunks: Map<string, string>; findings: Finding[] }> {
  const chunks = new Map<string, string>()
  const findings: Finding[] = []
  let written: Promise<void> = Promise.resolve()
  for (const { setup, batch } of batches(jobs)) {
    const stale = batch.filter(({ page, key }) => {
      const trace = readTrace(session, key)
      if (!trace || !writer.reuse(page, trace)) return true
      chunks.set(page.view.key, trace.chunkName)
      return false
    })
    const rendering = renderBatch(session, stale, { setup, findings })
    // Both end before anything is thrown: nobody must go on writing into a folder that is given up.
    const [previous, rendered] = await Promise.allSettled([written, rendering])
    if (previous.status === 'rejected') throw previous.reason
    if (rendered.status === 'rejected') throw rendered.reason
    written = writeAll(rendered.value)
  }
  await written
  return { chunks, findings }

  async function writeAll(pages: readonly RenderedPage[]): Promise<void> {
    // Lets the next batch go to the threads before this one keeps this thread busy.
    await new Promise(resolve => setImmediate(resolve))
    for (const { page, key, rendered } of pages) {
      const trace = await writer.write(page, rendered)
      session.rendered.set(key, Buffer.from(JSON.stringify(trace)))
      chunks.set(page.view.key, trace.chunkName)
    }
  }
}

interface KeyedPage {
  page: Page
  key: string
}

interface RenderedPage extends KeyedPage {
  rendered: RenderedFiles
}

function* batches(jobs: readonly RenderJob[]): Generator<{ setup: RenderSetup; batch: KeyedPage[] }> {
  for (const { pages, setup, themeHash, contentKeys } of jobs) {
    const { themeModule: _file, ...context } = setup
    const contextHash = hashContent(JSON.stringify([themeHash, context]), 32)
    for (let start = 0; start < pages.length; start += BATCH) {
      const batch = pages.slice(start, start + BATCH).map(page => {
        const { view, addresses, file } = page
        const input = contextHash + contentKeys.get(file) + JSON.stringify([view, addresses])
        return { page, key: hashContent(input, 32) }
      })
      yield { setup, batch }
    }
  }
}

/** Takes rendered pages from the cache or renders them. */
async function renderBatch(
  session: Session,
  batch: readonly KeyedPage[],
  { setup, findings }: { setup: RenderSetup; findings: Finding[] },
): Promise<RenderedPage[]> {
  const cached = batch.map(({ key }) => readFiles(session.rendered.get(bodyKey(key))))
  const missing = batch.filter((_page, index) => !cached[index]).map(({ page }) => page)
  const inputs = missing.map(({ view, html, addresses }) => ({ view, html, addresses }))
  const fresh = (await session.map('render', setup, inputs)).values()
  return batch.flatMap((keyed, index) => {
    const stored = cached[index]
    const rendered = stored ?? fresh.next().value
    if (!rendered) throw new Error(`The page ${keyed.page.file} was not rendered.`)
    if ('lost' in rendered) {
      findings.push(...lostPage('render', keyed.page.file, rendered))
      return []
    }
    if (!stored) session.rendered.set(bodyKey(keyed.key), ...filesEntry(rendered))
    return { ...keyed, rendered }
  })
}

/** The form of a cache entry: a line of JSON that says what follows, then the bytes of both files. */
function filesEntry({ document, chunk, ...facts }: RenderedFiles): Uint8Array[] {
  return [Buffer.from(`${JSON.stringify({ ...facts, split: document.length })}\n`), document, chunk]
}

function readFiles(entry: Buffer | undefined): RenderedFiles | undefined {
  if (!entry) return undefined
  const start = entry.indexOf(10) + 1
  const { split, ...facts } = JSON.parse(entry.toString('utf8', 0, start)) as EntryHead
  return { ...facts, document: entry.subarray(start, start + split), chunk: entry.subarray(start + split) }
}

interface EntryHead extends Omit<RenderedFiles, 'document' | 'chunk'> {
  /** Bytes of the document. */
  split: number
}

/** The trace is only of use while the rendered page is in the cache too. */
function readTrace(session: Session, key: string): RenderTrace | undefined {
  const stored = session.rendered.has(bodyKey(key)) ? session.rendered.get(key) : undefined
  return stored && (JSON.parse(stored.toString()) as RenderTrace)
}

function bodyKey(key: string): string {
  return `${key}+`
}
