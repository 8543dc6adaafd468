import type { CoreEntry, OfflineLocale } from '../../shared/offline.ts'
import { resolvePath, sectionOf } from '../../shared/addresses.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { findFile, findPage, isSaved, readTable } from './packs.ts'
import { names, scope } from './scope.ts'
import {
  addressOf,
  changeRecord,
  coreName,
  localeOf,
  lookUp,
  manifest,
  pathInSite,
  readJson,
  readRecord,
  repairCore,
} from './store.ts'

/** A script, style or other file of the core: from the store, else from the network, which repairs the store. */
export async function answerCore(event: FetchEvent, entry: CoreEntry): Promise<Response> {
  const stored = await lookUp(entry.url, coreName)
  if (stored) return stored
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(repairCore(entry, response.clone()).catch(() => undefined))
  return response
}

/** A file of a pack: a name with a hash always means the same, the page tables belong to one build. */
export async function answerFile({ request, clientId }: FetchEvent): Promise<Response> {
  const { pathname } = new URL(request.url)
  const stored = (await findReplaced(request, clientId)) ?? (await findFile(pathname, request.referrer))
  if (!stored) return fetch(request)
  const isTable = manifest.locales.some(locale => locale.index === pathname)
  // The app asks past the cache for JSON that it could not read.
  const isSecondTry = request.destination === '' && request.cache !== 'default'
  const isFromNetwork = isTable && (await readRecord('networkTabs'))?.includes(clientId)
  return isSecondTry || isFromNetwork ? fetch(request).catch(() => stored) : stored
}

async function findReplaced(request: Request, clientId: string): Promise<Response | undefined> {
  // Read once: the record is made before the first request and only ever shrinks.
  if (!(await (replacedTabs ??= readRecord('replacedTabs')))?.includes(clientId)) return undefined
  for (const cacheName of (await caches.keys()).filter(names.isForeign)) {
    const found = await caches.match(request, { cacheName, ignoreSearch: true })
    if (found) return found
  }
  return undefined
}

let replacedTabs: Promise<string[] | undefined> | undefined

/** Pages whose documents this worker answered since it was started, by client id. */
export const answeredPages = new Set<string>()

/** Answers with a document: from the store, never mixed with the network's version; by the page table; from the network; the offline one. */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  const { request, resultingClientId } = event
  answeredPages.add(resultingClientId)
  const url = new URL(request.url)
  const path = pathInSite(url)
  if (path === undefined) return fetch(request)
  const stored = (await findPage(path)) ?? (await findFile(url.pathname)) ?? (await redirectTo(path, url))
  if (stored) return stored
  try {
    const response = await fetchInTime(request)
    event.waitUntil(rememberNetworkTab(resultingClientId))
    return response
  } catch {
    // Doubled slashes are the host's business while there is one; offline they can't mean anything else.
    const moved = await redirectTo(path.replace(/\/{2,}/g, '/'), url)
    return moved ?? (await fallbackDocument(path)) ?? offlineDocument(path)
  }
}

async function redirectTo(path: string, url: URL): Promise<Response | undefined> {
  const locale = localeOf(path)
  const list = locale && (await readTable(locale, path))
  const target = list && resolvePath(list.table, path)
  if (!target || target.external) return undefined
  if (!((await findPage(target.path)) ?? (await fallbackDocument(target.path)))) return undefined
  // The browser keeps the hash of the typed address unless the redirect brings one.
  const suffix = (target.search || url.search) + target.hash
  const address = new URL(addressOf(target.path) + suffix, url.origin)
  return address.pathname === url.pathname ? undefined : Response.redirect(address.href, 302)
}

async function rememberNetworkTab(id: string): Promise<void> {
  if (id === '') return
  await changeRecord('networkTabs', async (known = []) => {
    const open = await Promise.all(known.map(async tab => ((await scope.clients.get(tab)) ? [tab] : [])))
    return [...open.flat(), id]
  })
}

/** How long the network may take for a document, on a slow connection and otherwise, in milliseconds. */
const DOCUMENT_TIMEOUT = { slow: 20_000, quick: 4000 }

async function fetchInTime(request: Request): Promise<Response> {
  const { connection } = navigator as WorkerNavigator & {
    connection?: { effectiveType?: string; saveData?: boolean }
  }
  const isSlow = connection?.saveData === true || /^(?:slow-)?[23]g$/.test(connection?.effectiveType ?? '')
  let timer = 0
  const timeout = new Promise<never>((_resolve, reject) => {
    const late = () => reject(new Error('The network takes too long.'))
    timer = setTimeout(late, isSlow ? DOCUMENT_TIMEOUT.slow : DOCUMENT_TIMEOUT.quick)
  })
  return Promise.race([fetch(request), timeout]).finally(() => clearTimeout(timer))
}

/**
 * The document of a page of another language that is shown at a path, when its content is on the device: the not-found document
 * of the language, from which the app goes to the page by its chunks. The content is stored with the language that it is in, and
 * not once more for each that shows it.
 */
async function fallbackDocument(path: string): Promise<Response | undefined> {
  const locale = localeOf(path)
  // Most sites have none: the table is not read for nothing.
  if (!locale?.needs) return undefined
  const content = (await readTable(locale, path))?.data.pages[path]?.[4]
  if (content === undefined || !(await findFile(addressOf(`/assets/js/${content}`)))) return undefined
  const stored = await findFile(addressOf(`${locale.path}404.html`))
  // Nobody should see for a moment that there is no such page.
  const html = (await stored?.text())?.replace('class="not-found"', '$& hidden')
  return stored && new Response(html, { headers: stored.headers })
}

/** The document of a page that is not on the device, with status 503 and a list of the pages that are. */
async function offlineDocument(path: string): Promise<Response> {
  const locale = localeOf(path)
  const stored = await lookUp(manifest.documents, coreName)
  const read = (documents: Record<string, string>) => {
    const text = documents[locale?.code ?? '']
    if (typeof text !== 'string') throw new TypeError('The documents are damaged.')
    return text
  }
  const html =
    (await readJson(manifest.documents, [coreName], read)) ?? '<!DOCTYPE html><title>503</title><h1>503</h1>'
  const headers = new Headers(stored?.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'no-store')
  const list = locale ? await listPages(locale, path) : ''
  const filled = list ? html.replace(/<!--offline-list-->.*?<!--\/offline-list-->/s, () => list) : html
  return new Response(filled, { status: 503, headers })
}

/** Pages of the language, of a large one those with similar addresses; where it isn't on the device, the languages that are. */
async function listPages(locale: OfflineLocale, asked: string): Promise<string> {
  const data = (await readTable(locale, asked))?.data
  const links: string[] = []
  const add = (path: string, text: string, lang = ''): void => {
    const language = lang && ` lang="${escapeHtml(lang)}" hreflang="${escapeHtml(lang)}"`
    links.push(`<li><a href="${escapeHtml(addressOf(path))}"${language}>${escapeHtml(text)}</a></li>`)
  }
  for (const [path, [, title]] of Object.entries(data?.pages ?? {}))
    if (data && sectionOf(data, path) === sectionOf(data, asked)) add(path, title)
  if (!data)
    for (const saved of manifest.locales) if (await isSaved(saved)) add(saved.path, saved.label, saved.lang)
  if (links.length === 0) return ''
  const { available, list } = locale.texts
  return `<p>${escapeHtml(available)}</p><h2>${escapeHtml(list)}</h2><ul>\n${links.join('\n')}\n</ul>`
}
