import { longestOf, safeDecode } from '../../shared/addresses.ts'
import { findServiceWorkers, targetOf } from '../document.ts'
import { LEAVES, leavesPage } from '../router.ts'

/** Versions are sites of their own, even below one another: links between them load documents. */
declare global {
  /** The build writes this before the script; `bases` begins with the current version. */
  var docsgenVersions: { base: string; bases: string[] }
}

const { base, bases } = docsgenVersions

function versionOf(path: string) {
  const fits = bases.filter(each => `${path}/`.startsWith(each))
  return longestOf(fits, bases[0])
}

function leaveVersion(event: MouseEvent) {
  const link = targetOf<HTMLAnchorElement>(event, 'a')
  if (!link || link.origin !== location.origin || versionOf(link.pathname) === base) return
  event.stopImmediatePropagation()
  if (leavesPage(event)) document.dispatchEvent(new Event(LEAVES))
}
addEventListener('click', leaveVersion, true)

const asked = safeDecode(location.hash.slice(1))
if (location.pathname === `${base}404.html` && versionOf(asked) === base && asked.startsWith(base))
  history.replaceState(null, '', asked)

/** Most hosts have one not-found document for all versions, but each version has its own. */
addEventListener('DOMContentLoaded', () => {
  const { pathname, search, hash } = location
  const own = versionOf(pathname)
  if (own === base || pathname === `${own}404.html` || !document.querySelector('.not-found')) return
  location.replace(`${own}404.html#${encodeURIComponent(pathname + search + hash)}`)
})

const workers = findServiceWorkers()
const isOwn = (worker: unknown) =>
  worker instanceof ServiceWorker && new URL(worker.scriptURL).pathname === `${base}service-worker.js`

/** The current version's worker serves an old version until that has its own: no reason to reload. */
let before = workers?.controller
workers?.addEventListener('controllerchange', event => {
  if (before && !isOwn(before)) event.stopImmediatePropagation()
  before = workers.controller
})

workers?.addEventListener('message', event => {
  if (!isOwn(event.source)) event.stopImmediatePropagation()
})
