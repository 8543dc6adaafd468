import { type ResolvedPath, resolvePath } from '../../shared/address-table.ts'
import { findFile, findPage, localeOf, readList } from './find-stored.ts'
import { fallbackDocument, hasFallback } from './fallback-document.ts'
import { offlineDocument } from './offline-document.ts'
import { rememberNetworkTab } from './network-tabs.ts'
import { addressOf, pathInSite } from './scope.ts'

/** How long the network may take for a document when it is quick, and when it is known to be slow, in milliseconds. */
const PATIENCE = { quick: 4000, slow: 20_000 }

/** Pages whose documents this worker answered since it was started, by client id. */
export const answeredPages = new Set<string>()

/**
 * Answers with a document: from the store, never mixed with the network's version; else by way of the page table
 *; else from the network; else with the offline document.
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
    // Doubled slashes are the host's affair while there is one; offline they cannot mean anything else.
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
  const address = new URL(addressOf(target.path) + suffix(target, url), url.origin)
  return address.pathname === url.pathname ? undefined : Response.redirect(address.href, 302)
}

async function isOnDevice(path: string): Promise<boolean> {
  return (await findPage(path)) !== undefined || hasFallback(path)
}

/** The hash of the typed address stays by itself unless the redirect brings one. */
function suffix({ search, hash }: ResolvedPath, url: URL): string {
  return (search || url.search) + hash
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
