import type { LocaleView } from '../schema/view.ts'
import { resolvePath, withBase } from '../shared/addresses.ts'
import { element, isSavingData, loadElement, targetOf, whenIdle } from './document.ts'
import { type LoadedIndex, localeCodeOf, type PageParts, requestedPath, viewAddress } from './pages.ts'
import { leadsToPage, type RouterParts } from './router.ts'

/** Events that prefetch a link, and the most bytes of links in view on a visit's first page and on each later one. */
export const PREFETCH = {
  intent: ['pointerover', 'focusin', 'touchstart'],
  firstBytes: 6_000,
  nextBytes: 60_000,
}

/** Compressed size, as a share. */
const COMPRESSION = 0.2

interface PrefetchParts extends PageParts, Pick<RouterParts, 'layout' | 'loadPage'> {
  known(): LocaleView['locales']
}

export function createPrefetcher(parts: PrefetchParts) {
  const { base, locales, theme } = parts
  const hinted = new Set<string>()
  let allowance = 0

  const placeOf = (link: HTMLAnchorElement) => {
    const path = requestedPath(new URL(link.href), base)
    return { path, code: localeCodeOf(parts.known(), path) }
  }
  /** A page of this build, and its scripts that nothing has asked for. */
  const find = ({ data, table }: LoadedIndex, path: string) => {
    const found = resolvePath(table, path)?.path ?? ''
    const entry = data.pages[found]
    if (!entry || data.theme !== theme) return undefined
    const [file, , size, , originalFile = ''] = entry
    const isMissing = (name: string) => name !== '' && !hinted.has(name)
    const scripts = parts.chunks.has(found) ? [] : [file, originalFile].filter(isMissing)
    return { found, scripts, bytes: size * COMPRESSION }
  }
  const hint = async (name: string) => {
    hinted.add(name)
    const tag = element('link', { rel: 'prefetch', as: 'script', href: withBase(base, `/assets/js/${name}`) })
    await loadElement(tag)
    tag.remove()
  }
  const load = async (link: HTMLAnchorElement) => {
    const { path, code } = placeOf(link)
    // May fetch another locale's table, or a range of a large one.
    const index = await locales.index(code, path)
    const target = find(index, path)
    if (!target) return
    await Promise.all(target.scripts.map(hint))
    const { page } = await parts.loadPage(target.found, code)
    await Promise.all([parts.layout(page.layout), locales.view(viewAddress(index.data, page))])
  }
  const hintInView = (link: HTMLAnchorElement) => {
    const { path, code } = placeOf(link)
    const index = locales.peek(code, path)
    const { scripts = [], bytes = 0 } = (index && find(index, path)) ?? {}
    if (scripts.length === 0 || bytes > allowance) return
    allowance -= bytes
    for (const name of scripts) void hint(name)
  }
  const observer = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      whenIdle(() => hintInView(target as HTMLAnchorElement))
    }
  })
  const isWorthFetching = (link: HTMLAnchorElement) =>
    leadsToPage(link, base) && link.pathname !== location.pathname
  return {
    prefetch(link: HTMLAnchorElement) {
      if (!isSavingData() && isWorthFetching(link)) load(link).catch(() => {})
    },
    observeLinks(bytes: number) {
      observer.disconnect()
      if (isSavingData()) return
      allowance = bytes
      for (const link of document.querySelectorAll<HTMLAnchorElement>('#docsgen-app a[href]'))
        if (isWorthFetching(link)) observer.observe(link)
    },
  }
}

export function watchIntent(prefetch: (link: HTMLAnchorElement) => void) {
  const pointed = document.querySelector<HTMLAnchorElement>('a[href]:hover')
  if (pointed) prefetch(pointed)
  const listen = (event: Event) => {
    const link = targetOf(event, 'a[href]')
    if (link instanceof HTMLAnchorElement) prefetch(link)
  }
  for (const type of PREFETCH.intent) document.addEventListener(type, listen, { passive: true })
}
