const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
}

/** Headers by which the host protects its pages: a stored page keeps them. */
const KEPT = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
]

/** Content type of an address; a page's address ends in a slash or in `.html`. */
export function contentType(url: string): string {
  const path = new URL(url, self.location.href).pathname
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? 'html'
  return TYPES[extension] ?? 'application/octet-stream'
}

/**
 * A response to store. It is made anew, so that nothing of how the server delivered it (redirects, encodings) stays.
 * @param source headers of the response that the content came with
 */
export function makeResponse(url: string, content: BodyInit, source: Headers): Response {
  const headers = new Headers({ 'content-type': contentType(url) })
  for (const name of KEPT) {
    const value = source.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(content, { headers })
}
