import type { EmitInput, EmitSetup, Emitted, RenderSetup } from '../cache/workers/job-types.ts'
import type { Theme } from '../bundle/theme.ts'
import { allDone } from '../lib/all-done.ts'
import { hashContent } from '../lib/hash.ts'
import type { StoredValue } from '../cache/segment.ts'
import { type RenderFailure, renderFindings } from '../steps/failed-render.ts'
import type { OutputIndex, Staging } from './files/staging.ts'
import { type RenderedPage, fallbackChunk, narrowContext } from './files/page.ts'
import type { PageContents } from '../steps/page-contents.ts'
import type { Finding } from '../schema/finding.ts'
import { type KnownFile, type OutputFacts, factsOf } from '../schema/output.ts'
import type { FallbackPage, Page, PlacedSite } from '../schema/site.ts'
import type { Session } from '../cache/workers/session.ts'
import { withBase } from '../shared/addresses/base.ts'
import { documentPath } from '../shared/addresses/document-path.ts'
import type { JoinedSite, LoadedSite } from '../steps/load.ts'
import { themeId } from '../bundle/browser.ts'
import { createLocaleViews } from './locale-files.ts'
import type { DocumentEntries } from './files/document.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { LocaleView } from '../schema/view.ts'
import { createNotFoundView } from '../shared/not-found-view.ts'
import { metaPolicy, policyText } from '../shared/policy.ts'
import { analyticsSettings } from '../site/analytics.ts'
import { machineLinks } from '../site/machine-links.ts'

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
async function renderPages(
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
  const { fetchRendered } = await import('../steps/share-pages.ts')
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

/** Documents and chunks of all pages; without `staging` they are only rendered, for other machines. */
export async function emitPages(
  session: Session,
  loaded: LoadedSite,
  staging: Staging | undefined,
): Promise<RenderedPages> {
  const { site, theme, contents } = loaded
  const data = await structuredData(site)
  const jobs = Object.values(site.locales).map(locale => {
    const pages = [...site.pages, ...site.fallbacks].filter(({ view }) => view.locale === locale.path)
    return { pages, setup: renderSetup(loaded, locale), contents, ...(data ? { structuredData: data } : {}) }
  })
  return renderPages(session, theme, jobs, staging)
}

/** What each language shows instead of a page that is not there. */
export async function emitNotFound(
  session: Session,
  loaded: LoadedSite,
  staging: Staging,
): Promise<Finding[]> {
  const failures: RenderFailure[] = []
  for (const locale of Object.values(loaded.site.locales)) {
    const made = await renderOne(session, loaded, { notFound: locale })
    if ('lost' in made) failures.push(made)
    else await staging.write({ path: `${locale.path.slice(1)}404.html`, content: made.document })
  }
  return renderFindings(session, loaded.theme, failures)
}

/** What is rendered by itself: a page, or what a language shows instead of one. */
export type Single = Page | FallbackPage | { notFound: LocaleView }

/** Renders a page, or a not-found page, by the job that the build runs on all pages. */
export async function renderOne(
  session: Session,
  loaded: JoinedSite,
  single: Single,
): Promise<RenderedPage | RenderFailure> {
  const isPage = 'view' in single
  const locale = isPage ? loaded.site.locales[single.view.locale] : single.notFound
  if (!locale) throw new Error('There is no such language.')
  const input = isPage
    ? {
        view: single.view,
        html: loaded.contents.readHtml(single.file),
        addresses: single.addresses,
        ...dataOf((await structuredData(loaded.site))?.(single)),
        ...ownChunk(single, locale),
      }
    : { view: createNotFoundView(locale), html: '', addresses: [] }
  const [rendered] = await session.map('render', renderSetup(loaded, locale), [input])
  if (!rendered) throw new Error('The page was not rendered.')
  if (!('lost' in rendered)) return rendered
  return { lost: rendered, on: isPage ? single : { name: `the not-found page of \`${locale.path}\`` } }
}

/** What rendering needs to know besides the page. */
function renderSetup(loaded: JoinedSite, locale: LocaleView): RenderSetup {
  const { theme, site } = loaded
  const entries = documentEntries(loaded, locale)
  const head = [...site.config.head, ...machineLinks(site.config, locale)]
  return { themeModule: theme.modules.server, locale, entries, head }
}

/** The addresses that every document of a locale names. */
function documentEntries({ theme, site }: JoinedSite, locale: LocaleView): DocumentEntries {
  const { base, security } = site.config
  const { files: _files, ...views } = createLocaleViews(locale)
  const policy = security.meta && site.policy ? { policy: policyText(metaPolicy(site.policy)) } : {}
  return {
    boot: withBase(base, theme.entries.boot),
    theme: themeId(theme.files),
    scheme: withBase(base, theme.entries.scheme),
    style: withBase(base, theme.entries.style),
    ...(theme.entries.font === undefined ? {} : { font: withBase(base, theme.entries.font) }),
    ...views,
    ...policy,
    ...countingEntry(theme.entries.analytics, site.config),
  }
}

/** The script that counts page views, where the site wants them counted. */
function countingEntry(script: string | undefined, config: SiteConfig): Pick<DocumentEntries, 'analytics'> {
  const settings = analyticsSettings(config)
  return script && settings ? { analytics: { script: withBase(config.base, script), settings } } : {}
}

/** What a fallback has in place of a chunk with content: empty where it needs none. @param locale that of the page */
export function ownChunk(page: Page | FallbackPage, locale: LocaleView): { chunk?: string } {
  if (!page.original || !('view' in page.original)) return {}
  return { chunk: fallbackChunk(page.view, page.original.view, locale) }
}

/** Gives the JSON-LD of pages; undefined for a site that does not want any, for which nothing is loaded. */
export type StructuredData = ((page: Page) => string | undefined) | undefined

async function structuredData(site: PlacedSite): Promise<StructuredData> {
  if (!site.config.machines.structuredData) return undefined
  const { createStructuredData } = await import('../site/structured-data.ts')
  return createStructuredData(site)
}

/** As a part of what a page is rendered from. */
function dataOf(data: string | undefined): { data?: string } {
  return data === undefined ? {} : { data }
}
