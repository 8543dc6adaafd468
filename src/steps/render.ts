import type { Emitted, EmitInput, EmitSetup, RenderSetup } from '../cache/workers/job-types.ts'
import type { Theme } from '../bundle/theme.ts'
import { allDone } from '../lib/all-done.ts'
import { hashContent } from '../lib/hash.ts'
import type { StoredValue } from '../cache/segment.ts'
import { renderFindings, type RenderFailure } from './failed-render.ts'
import type { OutputIndex, Staging } from '../render/staging.ts'
import { ownChunk } from './own-chunk.ts'
import { narrowContext } from '../render/page.ts'
import type { PageContents } from './page-contents.ts'
import { dataOf, type StructuredData } from './structured-data.ts'
import type { Finding } from '../schema/finding.ts'
import { factsOf, type KnownFile, type OutputFacts } from '../schema/output.ts'
import type { FallbackPage, Page } from '../schema/site.ts'
import type { Session } from '../cache/workers/session.ts'
import { withBase } from '../shared/addresses/base.ts'
import { documentPath } from '../shared/addresses/document-path.ts'

/** Pages that share a setup. */
export interface RenderJob {
  pages: readonly (Page | FallbackPage)[]
  setup: RenderSetup
  contents: PageContents
  /** Absent where pages have no JSON-LD. */
  structuredData?: NonNullable<StructuredData>
}

/** What is in the output for the pages. */
export interface RenderedPages {
  /** Page key → file name of its chunk; pages that could not be rendered and that need none are missing. */
  chunks: Map<string, string>
  /** Output path of a document → the page as packs hold it. */
  entries: Map<string, StoredValue>
  findings: Finding[]
}

/** What is kept of a rendered page beside its entry: enough to take the files over as long as nothing changes. */
interface RenderTrace {
  document: OutputFacts
  /** Absent for a page that needs none. */
  chunk?: { name: string; facts: OutputFacts }
}

/**
 * Brings the files of all pages into the staging folder. Nothing is rendered whose input did not change, and nothing is
 * written that the previous output still has; the rest is rendered and written by the threads. Without `staging` pages are only
 * rendered, for other machines.
 */
export async function renderPages(
  session: Session,
  theme: Theme,
  jobs: readonly RenderJob[],
  staging: Staging | undefined,
): Promise<RenderedPages> {
  const result: RenderedPages = { chunks: new Map(), entries: new Map(), findings: [] }
  const target = { session, staging, result }
  const previous = chunksByPage(staging?.previous ?? new Map())
  const all = jobs.map(job => withKeys(job, theme.hash))
  const sharing = session.shared && (await shareRendered(session, jobs, all))
  const wanted = sharing?.pages ?? all
  const stale = wanted.map(pages => pages.filter(page => !reuse(page, target)))
  const emitting = jobs.map(({ setup, contents }, index) => {
    const inputs = (stale[index] ?? []).map(page => createInput(page, { ...target, previous, contents }))
    if (inputs.length === 0) return Promise.resolve([])
    return session.map('emit', emitSetup(setup, target), inputs)
  })
  const emitted = (await allDone(emitting)).flat().values()
  const failures: RenderFailure[] = []
  for (const page of stale.flat()) {
    const made = emitted.next().value
    if (made && 'lost' in made) failures.push({ lost: made, on: page.page })
    else noteEmitted(page, made, target)
  }
  sharing?.save()
  result.findings.push(...(await renderFindings(session, theme, failures)))
  return result
}

function emitSetup(setup: RenderSetup, { session, staging }: Target): EmitSetup {
  const { shared, rendered } = session
  const folders = staging && { folder: staging.folder, outDir: staging.outDir }
  return { ...setup, folders, keepsFallbacks: shared !== undefined, segment: rendered.segment() }
}

interface KeyedPage {
  page: Page | FallbackPage
  key: string
  data?: string
  chunk?: string
}

interface Target {
  session: Session
  staging: Staging | undefined
  result: RenderedPages
}

function withKeys({ pages, setup, contents, structuredData }: RenderJob, themeHash: string): KeyedPage[] {
  const { themeModule: _file, ...context } = setup
  const known = new Map<number, string>()
  const contextHash = (view: Page['view']) => {
    // One sidebar is all that a page of a large language depends on.
    const sidebar = context.entries.views ? view.sidebar : 0
    const hash =
      known.get(sidebar) ?? hashContent(JSON.stringify([themeHash, narrowContext(context, view)]), 32)
    known.set(sidebar, hash)
    return hash
  }
  return pages.map(page => {
    const { view, addresses, file } = page
    const own = ownChunk(page, setup.locale)
    const text = JSON.stringify([view, addresses]) + (own.chunk ?? '')
    const input = contextHash(view) + contents.keyOf(file) + text
    const data = structuredData?.(page)
    return { page, key: hashContent(input + (data ?? ''), 32), ...dataOf(data), ...own }
  })
}

/** Takes pages from where other machines put them; `pages` are those that this one is to bring to its output. */
async function shareRendered(
  session: Session,
  jobs: readonly RenderJob[],
  all: readonly KeyedPage[][],
): Promise<{ pages: KeyedPage[][]; save(): void }> {
  const { fetchRendered } = await import('./share-pages.ts')
  const shares = jobs.flatMap(({ setup, contents }, index) => {
    const { base, path: locale } = setup.locale
    return (all[index] ?? []).map(({ page: { view, file }, key }) => {
      const size = contents.locateHtml(file).length
      return { key: entryKey(key), path: view.path, locale, size, address: withBase(base, view.path) }
    })
  })
  const { own, lacking } = await fetchRendered(session, shares)
  return {
    pages: all.map(pages => pages.filter(({ key }) => own.has(entryKey(key)))),
    save: () => session.shared?.save(session.rendered, lacking),
  }
}

/** Takes both files over from the previous output; false when they are not there as they were. */
function reuse({ page, key }: KeyedPage, { session, staging, result }: Target): boolean {
  if (!staging) return session.rendered.holds(entryKey(key))
  const entry = session.rendered.locate(entryKey(key))
  const stored = (entry || page.original) && session.rendered.get(key)
  if (!stored) return false
  const trace = JSON.parse(stored.toString()) as RenderTrace
  const document = documentPath(page.record.path)
  if (!staging.reuse(document, trace.document)) return false
  const { chunk } = trace
  if (chunk && !staging.reuse(`assets/js/${chunk.name}`, chunk.facts)) return false
  if (chunk) result.chunks.set(page.view.key, chunk.name)
  if (entry && !page.original) result.entries.set(document, entry)
  return true
}

interface InputContext extends Pick<Target, 'session' | 'staging'>, Pick<RenderJob, 'contents'> {
  previous: ReturnType<typeof chunksByPage>
}

function createInput(
  { page, key, data, chunk }: KeyedPage,
  { session, staging, previous, contents }: InputContext,
): EmitInput {
  const { view, addresses, record, file } = page
  const document = documentPath(record.path)
  const known = staging?.previous.get(document)
  return {
    view,
    addresses,
    ...dataOf(data),
    ...(chunk === undefined ? {} : { chunk }),
    key: entryKey(key),
    document,
    html: contents.locateHtml(file),
    entry: session.rendered.locate(entryKey(key)),
    previous: new Map([...(known ? [[document, known] as const] : []), ...(previous.get(view.key) ?? [])]),
  }
}

/** The chunks in the previous output by page: there may be older ones beside the last. */
function chunksByPage(index: OutputIndex): Map<string, [string, KnownFile][]> {
  const chunks = new Map<string, [string, KnownFile][]>()
  for (const [name, known] of index) {
    const key = /^assets\/js\/([^/.]+)\.[^/]+\.js$/.exec(name)?.[1]
    if (key !== undefined) chunks.set(key, [...(chunks.get(key) ?? []), [name, known]])
  }
  return chunks
}

/** Notes what a thread has made of a page. */
function noteEmitted(
  { page, key }: KeyedPage,
  emitted: Emitted | undefined,
  { session, staging, result }: Target,
): void {
  if (!emitted) throw new Error(`The page ${page.file} was not rendered.`)
  const { entry, chunk } = emitted
  const document = documentPath(page.record.path)
  staging?.note(document, emitted.document)
  const trace: RenderTrace = { document: factsOf(emitted.document) }
  if (chunk) {
    staging?.note(`assets/js/${chunk.name}`, chunk.file)
    trace.chunk = { name: chunk.name, facts: factsOf(chunk.file) }
    result.chunks.set(page.view.key, chunk.name)
  }
  session.rendered.set(key, Buffer.from(JSON.stringify(trace)))
  if (entry) {
    // It was handed over if it was there: it is made anew where it could not be read.
    if (session.rendered.has(entryKey(key))) session.rendered.forget(entryKey(key))
    session.rendered.adopt(entryKey(key), entry)
  }
  const kept = entry ?? session.rendered.locate(entryKey(key))
  // A fallback is no part of a pack: its content is there with the original.
  if (kept && !page.original) result.entries.set(document, kept)
}

function entryKey(key: string): string {
  return `${key}.entry`
}
