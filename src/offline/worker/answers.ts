import type { CoreEntry, OfflineLocale } from '../../schema/offline.ts'
import { findFile, findPage, readList } from './packs.ts'
import {
  isNetworkTab,
  readRecord,
  repairCore,
  rememberNetworkTab,
  coreEntry,
  coreName,
  lookUp,
  readJson,
} from './store.ts'
import { names } from './scope.ts'
import { manifest, localeOf, addressOf, pathInSite } from './manifest.ts'
import { resolvePath, sectionOf } from '../../shared/address-table.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { isSaved } from './languages.ts'

/** A script, style or other file of the core: from the store, else from the network, which repairs the store. */
export async function answerCore(event: FetchEvent, entry: CoreEntry): Promise<Response> {
  const stored = await lookUp(entry.url, coreName)
  if (stored) return stored
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(repairCore(entry, response.clone()).catch(() => undefined))
  return response
}

/** A file of a pack: a name with a hash never means anything else, the page tables belong to one build. */
export async function answerFile(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event
  const url = new URL(request.url)
  const replaced = await findReplaced(request, clientId)
  if (replaced) return replaced
  const stored = await findFile(url, request.referrer)
  if (!stored) return fetch(request)
  const isTable = manifest.locales.some(locale => locale.index === url.pathname)
  // The app asks past the cache for what it could not read.
  const isSecondTry = request.destination === '' && request.cache !== 'default'
  const wantsNetwork = isSecondTry || (isTable && (await isNetworkTab(clientId)))
  return wantsNetwork ? fetch(request).catch(() => stored) : stored
}

/** Files for pages of the replaced site that are still open, from what its worker stored. */
async function findReplaced(request: Request, clientId: string): Promise<Response | undefined> {
  if (!(await replacedTabs())?.includes(clientId)) return undefined
  for (const cacheName of (await caches.keys()).filter(names.isForeign)) {
    const found = await caches.match(request, { cacheName, ignoreSearch: true })
    if (found) return found
  }
  return undefined
}

let tabs: ReturnType<typeof readRecord<'replacedTabs'>> | undefined

/** Read once: the record is made before the first request and only ever shrinks. */
function replacedTabs(): Promise<string[] | undefined> {
  return (tabs ??= readRecord('replacedTabs'))
}

/** How long the network may take for a document when it is quick, and when it is known to be slow, in milliseconds. */
const PATIENCE = { quick: 4000, slow: 20_000 }

/** Pages whose documents this worker answered since it was started, by client id. */
export const answeredPages = new Set<string>()

/**
 * Answers with a document: from the store, never mixed with the network's version; else by way of the page table; else
 * from the network; else with the offline document.
 */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  answeredPages.add(event.resultingClientId)
  const url = new URL(event.request.url)
  const path = pathInSite(url)
  if (path === undefined) return fetch(event.request)
  const stored = (await findPage(path)) ?? (await findFile(url, ''))
  if (stored) return stored
  const redirect = await redirectTo(path, url)
  if (redirect) return redirect
  try {
    const response = await fetchInTime(event.request)
    event.waitUntil(rememberNetworkTab(event.resultingClientId))
    return response
  } catch {
    // Doubled slashes are the host's business while there is one; offline they cannot mean anything else.
    const moved = await redirectTo(path.replace(/\/{2,}/g, '/'), url)
    return moved ?? (await fallbackDocument(path)) ?? offlineDocument(path)
  }
}

/** A redirect to the page that the path means, if that page is stored. */
async function redirectTo(path: string, url: URL): Promise<Response | undefined> {
  const locale = localeOf(path)
  const list = locale && (await readList(locale, path))
  const target = list && resolvePath(list.table, path)
  if (!target || target.external || !(await isOnDevice(target.path))) return undefined
  // The browser keeps the hash of the typed address unless the redirect brings one.
  const suffix = (target.search || url.search) + target.hash
  const address = new URL(addressOf(target.path) + suffix, url.origin)
  return address.pathname === url.pathname ? undefined : Response.redirect(address.href, 302)
}

async function isOnDevice(path: string): Promise<boolean> {
  return (await findPage(path)) !== undefined || hasFallback(path)
}

async function fetchInTime(request: Request): Promise<Response> {
  let timer = 0
  const patience = isSlow() ? PATIENCE.slow : PATIENCE.quick
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The network takes too long.')), patience)
  })
  return Promise.race([fetch(request), timeout]).finally(() => clearTimeout(timer))
}

/** On a slow connection the page comes late, and that is better than not at all. */
function isSlow(): boolean {
  const { connection } = navigator as WorkerNavigator & {
    connection?: { effectiveType?: string; saveData?: boolean }
  }
  return connection?.saveData === true || /^(?:slow-)?[23]g$/.test(connection?.effectiveType ?? '')
}

/** What the worker stores of the document of a language that is shown where there is no page. */
const NOT_FOUND = '404.html'

/** True for a path without base at which a page of another language is shown, when that page is on the device. */
async function hasFallback(path: string): Promise<boolean> {
  const locale = localeOf(path)
  // Most sites have none: the table is not read for nothing.
  if (!locale?.needs) return false
  const entry = (await readList(locale, path))?.data.pages[path]
  const content = entry?.[4]
  return content !== undefined && (await findFile(urlOf(`/assets/js/${content}`), '')) !== undefined
}

/**
 * The document of such a page: that of the language for addresses without a page, from which the app goes to the page by its
 * chunks. Its content is stored with the language that it is in, and not once more for each that shows it.
 */
async function fallbackDocument(path: string): Promise<Response | undefined> {
  if (!(await hasFallback(path))) return undefined
  const stored = await findFile(urlOf(`${localeOf(path)?.path ?? '/'}${NOT_FOUND}`), '')
  if (!stored) return undefined
  // Nobody should see for a moment that there is no such page.
  const html = (await stored.text()).replace('class="not-found"', '$& hidden')
  return new Response(html, { headers: stored.headers })
}

function urlOf(path: string): URL {
  return new URL(addressOf(path), self.location.href)
}

/** The document of a page that is not on the device, with status 503 and a list of the pages that are. */
async function offlineDocument(path: string): Promise<Response> {
  const locale = localeOf(path)
  const entry = coreEntry(new URL(manifest.documents, self.location.href))
  const stored = entry && (await lookUp(entry.url, coreName))
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

/**
 * Pages of the reader's language, of a large one those with addresses like the one that was asked for; where the language is
 * not on the device, those that are.
 */
async function listPages(locale: OfflineLocale, asked: string): Promise<string> {
  const known = await readList(locale, asked)
  const links = known
    ? Object.entries(known.data.pages)
        .filter(([path]) => sectionOf(known.data, path) === sectionOf(known.data, asked))
        .map(([path, [, title]]) => link(addressOf(path), title))
    : await otherLanguages()
  if (links.length === 0) return ''
  const { available, list } = locale.texts
  return `<p>${escapeHtml(available)}</p><h2>${escapeHtml(list)}</h2>` + `<ul>\n${links.join('\n')}\n</ul>`
}

async function otherLanguages(): Promise<string[]> {
  const links = await Promise.all(
    manifest.locales.map(async ({ code, path, lang, label }) =>
      (await isSaved(code)) ? [link(addressOf(path), label, lang)] : [],
    ),
  )
  return links.flat()
}

function link(href: string, text: string, lang?: string): string {
  const language = lang ? ` lang="${escapeHtml(lang)}" hreflang="${escapeHtml(lang)}"` : ''
  return `<li><a href="${escapeHtml(href)}"${language}>${escapeHtml(text)}</a></li>`
}
