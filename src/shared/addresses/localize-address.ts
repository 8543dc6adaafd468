import { withBase } from './base.ts'

interface Way {
  base: string
  /** Locale paths. */
  from: string
  to: string
  /** Whether there is a page at an encoded path without base. */
  has(path: string): boolean
}

/** The address, with base, of the same place in another language; the address as it is where that language has no such page. */
export function localizeAddress(address: string, { base, from, to, has }: Way): string {
  const [pathname = ''] = /^[^?#]*/.exec(address) ?? []
  const start = withBase(base, from)
  if (!pathname.startsWith(start)) return address
  const path = to + pathname.slice(start.length)
  return has(path) ? withBase(base, path) + address.slice(pathname.length) : address
}
