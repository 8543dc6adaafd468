/** Address of a page, ready for links: `/docs/` and `/api/` give `/docs/api/`. */
export function withBase(base: string, path: string): string {
  return base.slice(0, -1) + path
}

/** Removes the base in any letter case, at a segment boundary (B47); undefined when the path lies outside it. */
export function stripBase(pathname: string, base: string): string | undefined {
  if (pathname.toLowerCase() === base.slice(0, -1).toLowerCase()) return '/'
  if (pathname.slice(0, base.length).toLowerCase() !== base.toLowerCase()) return undefined
  return pathname.slice(base.length - 1)
}
