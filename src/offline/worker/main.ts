/** Answers requests and messages. Nothing comes from another origin. */
import { documentPath, resolvePath, rangeOf } from '../../shared/addresses.ts'
import { escapeHtml } from '../../shared/escape.ts'
import type { OfflineLocale, WorkerReply, WorkerRequest } from '../../shared/offline.ts'
import { deleteStores, names, scope, takeOver, tell } from './scope.ts'
import {
  addressOf,
  coreName,
  describeState,
  findFile,
  findPage,
  isSaved,
  languagesOnDevice,
  localeOf,
  lookUp,
  manifest,
  pathInSite,
  readRecord,
  readTable,
  reasonOf,
  refreshLanguage,
  removeLanguage,
  saveLanguage,
  SHARED,
  storeCore,
  writeRecord,
} from './stores.ts'

/** `storeCore` adds what is missing when a page is opened. */
async function answerCore(request: Request, address: string) {
  return (await lookUp(address, coreName)) ?? fetch(request)
}

async function answerFile({ request, clientId }: FetchEvent) {
  const { pathname } = new URL(request.url)
  const stored = await findFile(pathname, request.referrer)
  if (!stored) return fetch(request)
  const isTable = manifest.locales.some(locale => locale.index === pathname)
  // The app asks past the cache for JSON that it couldn't read.
  const isSecondTry = request.destination === '' && request.cache !== 'default'
  // Page tables belong to one build.
  const isFromNetwork = isTable && (await readRecord('networkTabs'))?.includes(clientId)
  return isSecondTry || isFromNetwork ? fetch(request).catch(() => stored) : stored
}

/** Ids of pages that came from this worker since it started. */
const answeredPages = new Set<string>()

async function answerNavigation(event: FetchEvent) {
  const { request, resultingClientId } = event
  answeredPages.add(resultingClientId)
  const url = new URL(request.url)
  const path = pathInSite(url)
  if (path === undefined) return fetch(request)
  const stored =
    (await findPage(path)) ??
    (await findFile(url.pathname)) ??
    (await redirectTo(path, url)) ??
    (await findFile(addressOf(`/${documentPath(path)}`)))
  if (stored) return stored
  try {
    const response = await fetchInTime(request)
    event.waitUntil(rememberNetworkTab(resultingClientId))
    return response
  } catch {
    // Online, doubled slashes are the host's business.
    const moved = await redirectTo(path.replace(/\/{2,}/g, '/'), url)
    return moved ?? (await fallbackDocument(path)) ?? offlineDocument(path)
  }
}

async function redirectTo(path: string, url: URL) {
  const locale = localeOf(path)
  const list = locale && (await readTable(locale, path))
  const target = list && resolvePath(list.table, path)
  if (!target || target.external) return undefined
  if (!((await findPage(target.path)) ?? (await fallbackDocument(target.path)))) return undefined
  // The browser keeps the hash unless the redirect has one.
  const suffix = (target.search || url.search) + target.hash
  const address = new URL(addressOf(target.path) + suffix, url.origin)
  return address.pathname === url.pathname ? undefined : Response.redirect(address.href, 302)
}

let remembering = Promise.resolve()

/** Notes one tab after the other: several can open at the same time. */
function rememberNetworkTab(id: string) {
  const note = async () => {
    if (id === '') return
    const known = (await readRecord('networkTabs')) ?? []
    const open = await Promise.all(known.map(async tab => ((await scope.clients.get(tab)) ? [tab] : [])))
    await writeRecord('networkTabs', [...open.flat(), id])
  }
  const noted = remembering.then(note)
  remembering = noted.catch(() => undefined)
  return noted
}

/** For a document, in milliseconds. */
const DOCUMENT_TIMEOUT = { slow: 20_000, quick: 4000 }

async function fetchInTime(request: Request) {
  const { connection } = navigator as WorkerNavigator & {
    connection?: { effectiveType?: string; saveData?: boolean }
  }
  const isSlow = connection?.saveData === true || /^(?:slow-)?[23]g$/.test(connection?.effectiveType ?? '')
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(reject, isSlow ? DOCUMENT_TIMEOUT.slow : DOCUMENT_TIMEOUT.quick)
  })
  return Promise.race([fetch(request), timeout])
}

/** The not-found document, from which the app goes to a page of another language on the device. */
async function fallbackDocument(path: string) {
  const locale = localeOf(path)
  if (!locale?.needs) return undefined
  const content = (await readTable(locale, path))?.data.pages[path]?.[4]
  if (content === undefined || !(await findFile(addressOf(`/assets/js/${content}`)))) return undefined
  const stored = await findFile(addressOf(`${locale.path}404.html`))
  // Readers shouldn't see the not-found page for a moment.
  const html = (await stored?.text())?.replace('class="not-found"', '$& hidden')
  return stored && new Response(html, { headers: stored.headers })
}

/** Status 503, with a list of pages on the device. */
async function offlineDocument(path: string) {
  const locale = localeOf(path)
  const stored = await lookUp(manifest.documents, coreName)
  const documents = (await stored?.json().catch(() => undefined)) as Record<string, string> | undefined
  const html = documents?.[locale?.code ?? ''] ?? '<!DOCTYPE html><title>503</title><h1>503</h1>'
  const headers = new Headers(stored?.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'no-store')
  const list = locale ? await listPages(locale, path) : ''
  const filled = list ? html.replace(/<!--offline-list-->.*?<!--\/offline-list-->/s, () => list) : html
  return new Response(filled, { status: 503, headers })
}

/** Pages of the language, of a large one those with similar addresses; the languages on the device if it isn't. */
async function listPages(locale: OfflineLocale, asked: string) {
  const data = (await readTable(locale, asked))?.data
  const links: string[] = []
  const add = (path: string, text: string, lang = '') => {
    const language = lang && ` lang="${escapeHtml(lang)}" hreflang="${escapeHtml(lang)}"`
    links.push(`<li><a href="${escapeHtml(addressOf(path))}"${language}>${escapeHtml(text)}</a></li>`)
  }
  for (const [path, [, title]] of Object.entries(data?.pages ?? {}))
    if (data && rangeOf(data, path) === rangeOf(data, asked)) add(path, title)
  if (!data)
    for (const saved of manifest.locales) if (await isSaved(saved)) add(saved.path, saved.label, saved.lang)
  if (links.length === 0) return ''
  const { available, list } = locale.texts
  return `<p>${escapeHtml(available)}</p><h2>${escapeHtml(list)}</h2><ul>\n${links.join('\n')}\n</ul>`
}

scope.addEventListener('install', event => event.waitUntil(install()))
scope.addEventListener('activate', event => event.waitUntil(activate()))
scope.addEventListener('message', event => event.waitUntil(answerMessage(event)))
scope.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  // Left to the browser: parts of files, other origins and methods, the service worker's own file.
  if (
    request.method !== 'GET' ||
    url.origin !== scope.location.origin ||
    !url.pathname.startsWith(manifest.base) ||
    url.pathname === scope.location.pathname ||
    request.headers.has('range') ||
    (request.cache === 'only-if-cached' && request.mode !== 'same-origin')
  )
    return
  if (request.mode === 'navigate') event.respondWith(answerNavigation(event))
  else if (core.has(url.pathname))
    event.respondWith(answerCore(request, url.pathname).catch(() => Response.error()))
  else if (url.pathname.startsWith(`${manifest.base}assets/`) || files.has(url.pathname))
    event.respondWith(answerFile(event).catch(() => Response.error()))
})

const core = new Set(manifest.core.map(({ url }) => url))
const files = new Set(manifest.files)

/** A new version is whole when it takes over. */
async function install() {
  const tellFailure = async (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    await tell({ type: 'offline-error', message, reason: reasonOf(error) })
  }
  try {
    await storeCore()
    for (const locale of await languagesOnDevice()) {
      // Without room for two versions, languages follow once the old one is deleted.
      await refreshLanguage(locale).catch(async (error: unknown) => {
        if (reasonOf(error) !== 'quota') throw error
        await tellFailure(error)
      })
    }
  } catch (error) {
    await tellFailure(error)
    throw error
  }
  const active = await readRecord('active')
  await deleteOthers([...ownStores(), ...(active ?? [])])
  // Pages of a VuePress 1 site can't offer the update.
  if (scope.registration.active && !active && (await caches.keys()).some(names.isForeign)) await takeOver()
}

async function activate() {
  const isFirst = (await readRecord('active')) === undefined
  await deleteOthers(ownStores())
  await writeRecord('active', ownStores())
  // Pages that came from the network before there was a worker.
  await writeRecord('networkTabs', isFirst ? await tabs({ includeUncontrolled: true }) : [])
  if (isFirst) await scope.clients.claim()
}

async function tabs(options: ClientQueryOptions = {}) {
  return (await scope.clients.matchAll({ type: 'window', ...options })).map(({ id }) => id)
}

function ownStores() {
  const packs = manifest.locales.flatMap(locale => locale.packs.map(pack => names.pack(locale.code, pack)))
  return [coreName, names.state, ...packs, ...manifest.shared.map(pack => names.pack(SHARED, pack))]
}

async function deleteOthers(keep: readonly string[]) {
  await deleteStores(name => names.isOwn(name) && !keep.includes(name))
}

type Message = WorkerRequest | { type: 'skip-waiting' } | { type: 'SKIP_WAITING' }
type Source = ExtendableMessageEvent['source']

async function answerMessage({ data, ports, source }: ExtendableMessageEvent) {
  const message = data as Partial<Message> | null | undefined
  if (typeof message?.type !== 'string') return
  const reply = await answer(message as Message, source).catch((error: unknown): WorkerReply => ({
    error: error instanceof Error ? error.message : String(error),
    reason: reasonOf(error),
  }))
  ports[0]?.postMessage(reply)
  if (message.type !== 'offline-state') return
  // A page was opened: what the browser evicted is stored again.
  if ((await tabs()).every(id => answeredPages.has(id))) await deleteStores(names.isForeign)
  await storeCore().catch(() => undefined)
}

async function answer(message: Message, source: Source): Promise<WorkerReply | { error: null }> {
  switch (message.type) {
    case 'skip-waiting':
    case 'SKIP_WAITING':
      await takeOver()
      return { error: null }
    case 'offline-version': {
      const answeredPage = source !== null && 'id' in source && answeredPages.has(source.id)
      return { error: null, version: manifest.version, answeredPage }
    }
    case 'offline-state':
      break
    case 'offline-save': {
      const path = source && 'url' in source ? pathInSite(new URL(source.url)) : undefined
      const isOfLanguage = path !== undefined && localeOf(path)?.code === message.code
      await saveLanguage(message.code, message.asked === true, isOfLanguage ? path : undefined)
      break
    }
    case 'offline-remove':
      await removeLanguage(message.code)
      break
    case 'offline-check': {
      const response = await fetch(scope.location.href, { cache: 'no-store' }).catch(() => undefined)
      const contentType = response?.headers.get('content-type') ?? ''
      return { error: null, check: response && { status: response.status, contentType } }
    }
    default:
      return { error: 'unknown message', reason: 'unknown' }
  }
  return { error: null, state: await describeState() }
}
