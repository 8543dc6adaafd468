import type { SiteConfig } from '../schema/config.ts'
import type { Link, PageRecord, PageSummary } from '../schema/page.ts'
import type { Address, ResolvedLink } from '../schema/site.ts'
import type { TextRun } from '../schema/view.ts'
import {
  addressForms,
  documentPath,
  encodePath,
  foldPath,
  isFilePath,
  isOutside,
  isSafeAddress,
  pageAddress,
  safeDecode,
  withBase,
} from '../shared/addresses.ts'
import type { AssetAddress, Assets, FileLookup } from './assets.ts'

/** Finds pages as the site answers addresses: tolerant of slash, `.html` and case. */
export interface PageLookup {
  exact(path: string): PageSummary | undefined
  /** Page by the path of its file, whatever its permalink: translations are matched this way. */
  regular(path: string): PageSummary | undefined
  /** `asWritten`: not in another letter case. */
  find(path: string, asWritten?: boolean): PageSummary | undefined
  draft(path: string): PageSummary | undefined
}

/** Paths are decoded, without base. */
export function createPageLookup(
  all: readonly PageSummary[],
  drafts: readonly PageSummary[] = [],
): PageLookup {
  const compose = (path: string) => path.normalize('NFC')
  const tableOf = (pathOf: (record: PageRecord) => string, fold = compose) => {
    const pages = new Map(all.map(page => [fold(safeDecode(pathOf(page.record))), page]))
    return (path: string) => pages.get(fold(path))
  }
  const exact = tableOf(({ path }) => path)
  const regular = tableOf(({ regularPath }) => regularPath)
  const folded = tableOf(({ path }) => path, foldPath)
  const unpublished = drafts.length > 0 ? createPageLookup(drafts) : undefined
  return {
    exact,
    regular,
    find(path, asWritten = false) {
      const direct = exact(path)
      if (direct) return direct
      const forms = addressForms(compose(path))
      const first = (pageAt: (form: string) => PageSummary | undefined) =>
        forms.map(form => pageAt(form)).find(Boolean)
      // Links to files work despite permalinks.
      const page = first(exact) ?? first(regular)
      return page ?? (asWritten ? undefined : first(form => folded(safeDecode(form))))
    },
    draft: path => unpublished?.find(path),
  }
}

export interface LinkContext {
  config: Pick<SiteConfig, 'base'>
  lookup: PageLookup
  files: FileLookup
  refused: Assets['refused']
  /** Target of the redirect from a decoded path: an encoded one without base, or another site. */
  redirectFrom?(path: string): string | undefined
  /** Path in an old version → its address; undefined for others. */
  versionAddress(path: string): string | undefined
}

type Lookups = Pick<LinkContext, 'config' | 'lookup' | 'files'>

interface LinkResult extends Omit<ResolvedLink, 'from' | 'link' | 'to'> {
  href: Address
  to?: PageSummary
}

export function resolveLink(link: Link, from: PageSummary, context: LinkContext): LinkResult {
  const { type, target, url, query } = link
  const { base } = context.config
  if (type === 'external') return { href: target }
  if (type === 'hash') {
    const hash = hashOn(from, link)
    const problem = hasAnchor(from, hash) ? undefined : 'no-anchor'
    return { href: hash === link.hash ? target : query + hash, to: from, problem }
  }
  const hasBase = base !== '/' && target.startsWith(base)
  // From the root of the host, which is not that of the site.
  if (link.kept && base !== '/' && url.startsWith('/') && !hasBase)
    return { href: url, problem: type === 'asset' ? 'no-asset' : 'no-page' }
  const resolve = type === 'asset' ? resolveAsset : resolvePage
  const result = resolve(link, context)
  const isMissing = result.problem === 'no-page' || result.problem === 'no-asset'
  const redirect = isMissing ? context.redirectFrom?.(context.files.addressOf(target)) : undefined
  if (redirect !== undefined) return followRedirect(redirect, link, context)
  if (!link.raw || !result.problem || !hasBase) return result
  const inside = resolve({ ...link, target: target.slice(base.length - 1) }, context)
  return ['no-anchor', 'untranslated', undefined].includes(inside.problem) ? inside : result
}

/** Links to where the redirect leads. */
function followRedirect(redirect: string, link: Link, context: LinkContext): LinkResult {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(redirect) ?? []
  const parts = { target: safeDecode(path), query: link.query || query, hash: link.hash || hash }
  if (isOutside(redirect)) return { href: path + parts.query + parts.hash }
  return (isFilePath(path) ? resolveAsset : resolvePage)({ ...link, ...parts }, context)
}

function resolvePage(link: Link, context: LinkContext): LinkResult {
  const { lookup, versionAddress } = context
  const { base } = context.config
  const { target, query } = link
  const to = lookup.find(target)
  if (!to) {
    const asset = resolveAsset(link, context)
    if (!asset.problem) return asset
    const version = versionAddress(target)
    const href = (version ?? withBase(base, encodePath(target))) + query + link.hash
    if (version !== undefined) return { href }
    const draft = lookup.draft(target)?.file
    if (draft !== undefined) return { href, draft, problem: 'draft' }
    return { href, file: documentPath(encodePath(target)), problem: 'no-page' }
  }
  const hash = hashOn(to, link)
  const href = withBase(base, to.record.path) + query + hash
  if (!lookup.find(target, true)) return { href, to, problem: 'case' }
  if (!hasAnchor(to, hash)) return { href, to, problem: 'no-anchor' }
  return { href, to, problem: to.original ? 'untranslated' : undefined }
}

function resolveAsset(link: Link, context: LinkContext): LinkResult {
  const { target, query, hash, size } = link
  const { files, lookup } = context
  const address = files.find(target)
  if (!address) {
    const missing = files.addressOf(target)
    // The address of a page may look like one: `/rel/1.x`, `/tools/node.js`.
    if (link.kind === 'link' && lookup.find(missing))
      return resolvePage({ ...link, target: missing }, context)
    const href = withBase(context.config.base, encodePath(missing))
    const privateFile = context.refused.get(target)
    if (privateFile) return { href, privateFile, problem: 'private' }
    return { href, file: missing.slice(1), problem: 'no-asset' }
  }
  const href = withBase(context.config.base, address.path) + query + hash
  const missing = missingSize(size, address)
  return { href: missing ? { src: href, ...missing } : href }
}

/** Size in pixels that an image lacks: without it, the page shifts when the image loads. */
function missingSize(given: Link['size'], { width, height }: AssetAddress) {
  if (!given || !width || !height) return undefined
  if (given.width !== undefined) return { height: Math.round((given.width * height) / width) }
  if (given.height !== undefined) return { width: Math.round((given.height * width) / height) }
  return { width, height }
}

/** The hash as written, unless only the one that VitePress makes of it, or another Unicode form, exists. */
function hashOn(page: PageSummary, { hash, slugHash }: Link) {
  if (hasAnchor(page, hash)) return hash
  if (slugHash !== undefined && hasAnchor(page, slugHash)) return slugHash
  const id = safeDecode(hash.slice(1)).normalize('NFC')
  const ids = [...page.headings.map(heading => heading.id), ...page.anchors]
  const found = ids.find(each => each.normalize('NFC') === id)
  return found === undefined ? hash : `#${encodeURIComponent(found)}`
}

/** True also for an empty hash, the top of the page, and incomplete pages. */
export function hasAnchor(page: PageSummary, hash: string) {
  const id = safeDecode(hash.replace(/^#/, ''))
  if (id === '' || id === 'top' || page.incomplete) return true
  return page.headings.some(heading => heading.id === id) || page.anchors.includes(id)
}

/** With base. `link` may have any form; a relative one starts at `from`. */
export function linkedAddress(link: string, from: string, site: Lookups) {
  if (isOutside(link)) return link
  const url = new URL(link, `http://site${from}`)
  const path = safeDecode(url.pathname)
  const target = site.lookup.find(pageAddress(path))?.record ?? site.files.find(path)
  return withBase(site.config.base, target?.path ?? encodePath(path)) + url.search + url.hash
}

export type ReadInlineText = (markdown: string) => TextRun[][]

/** Relative addresses start at `from`, unsafe ones are dropped. */
export function linkRuns(runs: readonly TextRun[], from: string, site: Lookups): TextRun[] {
  return runs.map(({ link, ...run }) => {
    if (!link || !isSafeAddress(link.href)) return run
    const href = linkedAddress(link.href, from, site)
    return { ...run, link: { text: run.text, href, external: isOutside(link.href) } }
  })
}
