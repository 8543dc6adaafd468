import { resolvePath } from '../../shared/address-table.ts'
import { stripBase, withBase } from '../../shared/addresses.ts'
import type { LoadedIndex } from '../locale-data.ts'

/** Where a navigation leads. */
export interface Target {
  /** Absolute address to show: the page's own one, with query and hash. */
  href: string
  /** Encoded path of the page without base; undefined for an unknown one and for one outside the site. */
  path: string | undefined
  /** True when a redirect leads out of the site. */
  isExternal: boolean
  /** With `#`, or empty. */
  hash: string
  /** True when the address differs from the one that was asked for. */
  isRedirected: boolean
}

/** Path of an address inside the site; what lies outside is taken as it is and not found. */
export function requestedPath(url: URL, base: string): string {
  return stripBase(url.pathname, base) ?? url.pathname
}

/** Finds the page of an address and corrects the address; query and hash are kept. */
export function findTarget(url: URL, base: string, { table }: LoadedIndex): Target {
  const found = resolvePath(table, requestedPath(url, base))
  if (!found) return plainTarget(url, undefined)
  if (found.external) return { ...plainTarget(url, undefined), href: found.external, isExternal: true }
  const target = new URL(url)
  target.pathname = withBase(base, found.path)
  if (found.search) target.search = found.search
  if (found.hash) target.hash = found.hash
  return {
    href: target.href.replace(/#$/, ''),
    path: found.path,
    isExternal: false,
    hash: target.hash,
    isRedirected: found.redirected || target.pathname !== url.pathname,
  }
}

/** An address that needs no correction. */
export function plainTarget(url: URL, path: string | undefined): Target {
  return { href: url.href.replace(/#$/, ''), path, isExternal: false, hash: url.hash, isRedirected: false }
}
