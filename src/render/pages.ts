import type { EmitInput, Emitted, RenderSetup } from '../cache/threads/jobs.ts'
import { allDone } from '../lib/process.ts'
import { keyOf } from '../cache/keys.ts'
import type { StoredValue } from '../cache/store.ts'
import { type RenderFailure, renderFindings } from '../cache/threads/failures.ts'
import type { Staging } from './files/staging.ts'
import { fallbackChunk, narrowContext, type DocumentEntries } from './files/page.ts'
import type { OutputFile, Page } from '../schema/site.ts'
import type { Session } from '../cache/threads/session.ts'
import { withBase, documentPath } from '../shared/addresses.ts'
import type { LoadedSite } from '../load.ts'
import { themeId } from '../bundle/browser.ts'
import { createLocaleViews } from './locale-files.ts'
import type { LocaleView } from '../schema/view.ts'
import { createNotFoundView, createSearchView, searchContent } from '../shared/views.ts'
import { analyticsSettings, metaPolicyText } from '../site/policy.ts'
import { createStructuredData, machineLinks } from '../site/head.ts'
import type { SearchFiles } from '../search/build/search-index.ts'

/** Hashes of the files of a page, cached next to the entry with the files (`packLines`). */
interface RenderTrace {
  document: string
  chunk?: { name: string; hash: string } | undefined
}

type KeyedPage = ReturnType<typeof keyedPages>[number]

/** Without `staging`, pages are only rendered, for other machines. */
export async function emitPages(session: Session, loaded: LoadedSite, staging: Staging | undefined) {
  const { rendered, remote } = session
  const { contents, site, theme } = loaded
  /** Page key → file name of its chunk. */
  const chunks = new Map<string, string>()
  /** Output path of a document → the page as packs contain it. */
  const entries = new Map<string, StoredValue>()
  const all = Object.values(site.locales).flatMap(locale => keyedPages(locale, loaded))
  const shareable = (keyed: KeyedPage) => {
    const { page, setup, input } = keyed
    const size = contents.locate(page.file).length
    const address = JSON.stringify(withBase(setup.locale.base, page.view.path))
    // The entry of a page or of its document.
    const starts = [`{"page":${address},`, `[${address},`]
    const accepts = (value: Buffer) => starts.some(start => value.indexOf(start) === 0)
    return { ...keyed, key: input.key, accepts, path: page.view.path, locale: setup.locale.path, size }
  }
  const failures: RenderFailure[] = []
  if (remote) await remote.makeInTurns('rendered', rendered, all.map(shareable), emit)
  else await emit(all)
  return { chunks, entries, findings: await renderFindings(session.root, theme, failures) }

  async function emit(pages: readonly KeyedPage[]) {
    const toRender = pages.filter(page => !reuse(page))
    const emitting = [...new Set(toRender.map(({ setup }) => setup))].map(async setup => {
      const own = toRender.filter(page => page.setup === setup)
      const folders = staging && { folder: staging.folder, outDir: staging.outDir }
      const job = { ...setup, folders, keepsFallbacks: remote !== undefined, segment: rendered.segment() }
      const inputs = own.map(({ page, input }): EmitInput => {
        return { ...input, content: contents.locate(page.file), entry: rendered.locate(input.key) }
      })
      const made = await session.map('writePages', job, inputs)
      return own.map((page, index) => [page, made[index]!] as const)
    })
    for (const [keyed, made] of (await allDone(emitting)).flat())
      if ('lost' in made) failures.push({ lost: made, on: keyed.page })
      else noteEmitted(keyed, made)
  }

  function reuse(keyed: KeyedPage) {
    const { page, traceKey, input } = keyed
    if (!staging) return rendered.isWhole(input.key)
    // A damaged entry is made again before packs need it.
    const stored = (page.original || rendered.isWhole(input.key)) && rendered.get(traceKey)
    if (!stored) return false
    const { document, chunk } = JSON.parse(stored.toString()) as RenderTrace
    if (!staging.reuse(input.document, document)) return false
    if (chunk && !staging.reuse(`assets/js/${chunk.name}`, chunk.hash)) return false
    noteFiles(keyed, chunk?.name)
    return true
  }

  /** Packs have the content of a fallback with the original. */
  function noteFiles({ page, input }: KeyedPage, chunk: string | undefined) {
    if (chunk !== undefined) chunks.set(page.view.key, chunk)
    const entry = page.original ? undefined : rendered.locate(input.key)
    if (entry) entries.set(input.document, entry)
  }

  function noteEmitted(keyed: KeyedPage, { document: file, entry, chunk }: Emitted) {
    const { traceKey, input } = keyed
    staging?.note(input.document, file)
    if (chunk) staging?.note(`assets/js/${chunk.name}`, chunk.file)
    const ofChunk = chunk && { name: chunk.name, hash: chunk.file.hash }
    const trace: RenderTrace = { document: file.hash, chunk: ofChunk }
    rendered.set(traceKey, Buffer.from(JSON.stringify(trace)))
    if (entry && rendered.has(input.key)) rendered.forget(input.key)
    if (entry) rendered.adopt(input.key, entry)
    noteFiles(keyed, chunk?.name)
  }
}

function keyedPages(locale: LocaleView, loaded: LoadedSite) {
  const { site, theme, contents } = loaded
  const setup = renderSetup(loaded, locale)
  const { themeModule: _file, ...context } = setup
  const dataOf = createStructuredData(site)
  const known = new Map<number, string>()
  const contextHash = (view: Page['view']) => {
    const sidebar = context.entries.views ? view.sidebar : 0
    const hash = known.get(sidebar) ?? keyOf.renderContext([theme.hash, narrowContext(context, view)])
    known.set(sidebar, hash)
    return hash
  }
  const pages = [...site.pages, ...site.fallbacks].filter(({ view }) => view.locale === locale.path)
  return pages.map(page => {
    const { view, addresses, file, record } = page
    const chunk = ownChunk(page, locale)
    const data = dataOf(page)
    const text = JSON.stringify([view, addresses]) + (chunk ?? '') + (data ?? '')
    const traceKey = keyOf.renderedPage(contextHash(view), contents.contentKey(file), text)
    const [key, document] = [keyOf.packEntry(traceKey), documentPath(record.path)]
    return { page, setup, traceKey, input: { view, addresses, data, chunk, document, key } }
  })
}

export async function emitOwnDocuments(session: Session, loaded: LoadedSite, staging: Staging) {
  const { rendered } = session
  const { site, theme } = loaded
  const failures: RenderFailure[] = []
  for (const locale of Object.values(site.locales)) {
    const { themeModule: _file, ...context } = renderSetup(loaded, locale)
    const contextHash = keyOf.renderContext([theme.hash, context])
    for (const single of ownDocuments(locale)) {
      const key = keyOf.renderedPage(contextHash, '', JSON.stringify(single))
      const stored = rendered.get(key)
      const made = stored ? { document: stored.toString() } : await renderOne(session, loaded, single)
      if ('lost' in made) failures.push(made)
      else {
        if (!stored) rendered.set(key, Buffer.from(made.document))
        await staging.write({ path: single.file, content: made.document })
      }
    }
  }
  return renderFindings(session.root, theme, failures)
}

/** The not-found page and the search results. */
export function ownDocuments(locale: LocaleView) {
  const file = `${locale.path.slice(1)}404.html`
  const notFound = { file, view: createNotFoundView(locale), html: '' }
  if (locale.searchPage === undefined) return [notFound]
  const view = createSearchView(locale)
  return [notFound, { file: documentPath(view.path), view, html: searchContent(locale) }]
}

export type Single = Page | ReturnType<typeof ownDocuments>[number]

export async function renderOne(session: Session, loaded: LoadedSite, single: Single) {
  const { view } = single
  const locale = loaded.site.locales[view.locale] as LocaleView
  const isOwn = 'html' in single
  const input = isOwn
    ? { view, html: single.html, addresses: [] }
    : {
        view,
        html: loaded.contents.readHtml(single.file),
        addresses: single.addresses,
        data: createStructuredData(loaded.site)(single),
        chunk: ownChunk(single, locale),
      }
  const [rendered] = await session.map('renderPage', renderSetup(loaded, locale), [input])
  if (!('lost' in rendered!)) return rendered!
  return { lost: rendered, on: isOwn ? { name: `\`/${single.file}\`` } : single }
}

function renderSetup({ theme, site }: LoadedSite, locale: LocaleView): RenderSetup {
  const { config } = site
  const { base } = config
  const { files: _files, ...views } = createLocaleViews(locale)
  const { boot, scheme, style, font, analytics: script } = theme.entries
  const settings = analyticsSettings(config)
  const entries: DocumentEntries = {
    boot: withBase(base, boot),
    theme: themeId(theme.files),
    scheme: withBase(base, scheme),
    style: withBase(base, style),
    font: font === undefined ? undefined : withBase(base, font),
    ...views,
    policy: metaPolicyText(site),
    analytics: script && settings ? { script: withBase(base, script), settings } : undefined,
  }
  const head = [...config.head, ...machineLinks(config, locale)]
  return { themeModule: theme.modules.server, locale, entries, head }
}

/** Undefined for pages whose chunk has their content. */
export function ownChunk({ view, original }: Page, locale: LocaleView) {
  return original && fallbackChunk(view, original.view, locale)
}

/** Returns the output path of each manifest by locale. */
export async function emitSearchIndexes(
  session: Session,
  { site, contents }: LoadedSite,
  write: (file: OutputFile) => unknown,
): Promise<Map<string, string>> {
  const { rendered, remote } = session
  const accepts = (value: Buffer) => Array.isArray((JSON.parse(value.toString()) as SearchFiles).files)
  const searched = Object.values(site.locales)
    .filter(({ search }) => search.provider !== 'none')
    .map(({ path, code, lang }) => {
      const pages = site.pages.filter(page => page.locale === path)
      const keys = pages.map(({ file }) => contents.contentKey(file))
      const key = keyOf.searchIndex({ code, lang }, site.config.search, keys)
      return { path, code, lang, pages, key, accepts, locale: '', size: 1 }
    })
  type Searched = (typeof searched)[number]
  const result = new Map<string, string>()
  if (remote) await remote.makeInTurns('search', rendered, searched, emit)
  else await emit(searched)
  return result

  async function emit(locales: readonly Searched[]) {
    const emitting = locales.map(async locale => {
      const stored = rendered.get(locale.key)
      const index = stored ? (JSON.parse(stored.toString()) as SearchFiles) : await createIndex(locale)
      for (const file of index?.files ?? []) await write(file)
      if (index) result.set(locale.path, index.manifest)
    })
    await allDone(emitting)
  }

  async function createIndex({ key, code, lang, pages }: Searched) {
    const input = {
      locale: { code, lang, ...site.config.search },
      pages: pages.map(({ record, file }) => ({ record, content: contents.locate(file) })),
    }
    const [index] = await session.map('search', {}, [input])
    if (index) rendered.set(key, Buffer.from(JSON.stringify(index)))
    return index
  }
}
