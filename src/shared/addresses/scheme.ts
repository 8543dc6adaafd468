/** Schemes that may be linked to. Everything else, `javascript:` above all, is refused (X-URL-1). */
export const SAFE_SCHEMES: readonly string[] = ['https', 'http', 'mailto', 'tel', 'ftp']

/**
 * The scheme of an address as browsers read it, who drop white space and control characters before they look for one:
 * lower case, without colon; `//` for an address that names another host with the scheme of the page; undefined for one
 * of this site.
 */
function schemeOf(address: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  const bare = address.replace(/[\u0000-\u0020\u007f-\u009f\ufffd]/g, '')
  if (/^[\\/]{2}/.test(bare)) return '//'
  return /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase()
}

/** True for an address that names a scheme or a host, so that it is none of this site. */
export function isOutside(address: string): boolean {
  return schemeOf(address) !== undefined
}

/** True for addresses that may stand in a link: those of this site and those with a safe scheme (X-URL-1). */
export function isSafeAddress(address: string): boolean {
  const scheme = schemeOf(address)
  return scheme === undefined || SAFE_SCHEMES.includes(scheme)
}

/** True for an address on the web that names its host: `https://example.org/`. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
