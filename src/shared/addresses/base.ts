/** Address with base of a path in the site: `/docs/` and `/zh/api/` give `/docs/zh/api/`. */
export function withBase(base: string, path: string): string {
  return base.slice(0, -1) + path
}

/** What an owner or author may name: a path of the site (`/logo.svg`) gets the base (B48), any other address stays. */
export function localAddress(base: string, address: string): string {
  return /^\/(?!\/)/.test(address) ? withBase(base, address) : address
}

/** Removes the base in any letter case, at a segment boundary (B47); undefined when the path lies outside it. */
export function stripBase(pathname: string, base: string): string | undefined {
  const isInside = `${pathname}/`.toLowerCase().startsWith(base.toLowerCase())
  return isInside ? pathname.slice(base.length - 1) || '/' : undefined
}
