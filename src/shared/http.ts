import type { Policy, SiteConfig } from '../schema/config.ts'

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
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
  eot: 'application/vnd.ms-fontobject',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json; charset=utf-8',
}

export function contentType(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return TYPES[extension] ?? 'application/octet-stream'
}

/** Encodings of files that are compressed ahead, the best first. */
export const COMPRESSIONS = [
  { name: 'br', ending: '.br' },
  { name: 'zstd', ending: '.zst' },
  { name: 'gzip', ending: '.gz' },
] as const

export function isCompressible(type: string): boolean {
  return /^text\/|json|javascript|xml|svg/.test(type)
}

/** In bytes: an answer has a packet of its own anyway. */
export const COMPRESSED_FROM = 1024

/** True when `Accept-Encoding` names the encoding and does not refuse it (`br;q=0`). */
export function accepts(header: string, encoding: string): boolean {
  return header.split(',').some(part => {
    const [name = '', parameter = ''] = part.split(';', 2)
    const quality = parameter.trim().replace(/^q=/, '')
    return name.trim() === encoding && Number(quality || 1) > 0
  })
}

/** Files that browsers open as documents, in which scripts may run. */
export const DOCUMENT_FILE = /\.(?:[sx]?html?|xht|mht(?:ml)?|svgz?|xml|xslt?|rdf|rss|atom|mathml|mml)$/i
/** Files that a frame may show whoever wrote them: no script runs in any of these. An address without extension is that of a page. */
export const INERT_FILE =
  /\.(?:pdf|png|jpe?g|gif|webp|avif|bmp|ico|mp4|m4v|mov|webm|ogv|mp3|m4a|ogg|oga|opus|wav|flac|aac|vtt|txt|csv)$/i

/** Sandbox of frames that `security.embed` allows: scripts run, but with an origin of their own. */
export const FRAME_SANDBOX = 'allow-scripts allow-forms allow-popups allow-modals allow-downloads'

/** Scripts beside the pages: whatever is linked from a page is a file to download, never one to run. */
export const LINKED_SCRIPT = /^\/assets\/media\/.+\.[cm]?js$/i
export const DOWNLOAD_HEADERS = {
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': 'attachment',
}

/** The policy of a document that docsgen didn't write. `policy`: that of the site. */
export function documentPolicy(policy: string, isEmbedded: boolean): string {
  return `sandbox${isEmbedded ? ` ${FRAME_SANDBOX}` : ''}; ${policy}`
}

export const STRICT_POLICY: Policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'media-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
}

export const PICTURE_POLICY = "sandbox; default-src 'none'"

export function policyText(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

export const POLICY_HEADER = 'Content-Security-Policy'

/** The text that hosts send: browsers request `http:` addresses of the site itself with `https:`, which one for plain `http:` lacks. */
export function headerText(policy: Policy, { url, security }: Pick<SiteConfig, 'url' | 'security'>): string {
  const { upgradeInsecureRequests = !url?.startsWith('http:') } = security
  return policyText(upgradeInsecureRequests ? { ...policy, 'upgrade-insecure-requests': [] } : policy)
}
