import type { Policy, SiteConfig } from '../schema/config.ts'

const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  xml: 'application/xml',
  txt: 'text/plain',
  md: 'text/markdown',
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
  webmanifest: 'application/manifest+json',
}

export function contentType(name: string) {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const type = TYPES[extension] ?? 'application/octet-stream'
  return /^text|json|\/xml/.test(type) ? `${type}; charset=utf-8` : type
}

/** Encodings of files compressed ahead; the best is first. */
export const COMPRESSIONS = [
  { name: 'br', ending: '.br' },
  { name: 'zstd', ending: '.zst' },
  { name: 'gzip', ending: '.gz' },
] as const

export function isCompressible(type: string) {
  return /^text\/|json|javascript|xml|svg/.test(type)
}

/** In bytes: a smaller response needs one packet anyway. */
export const COMPRESSED_FROM = 1024

/** `header`: `Accept-Encoding`, which can also refuse one (`br;q=0`). */
export function accepts(header: string, encoding: string) {
  return header.split(',').some(part => {
    const [name = '', parameter = ''] = part.split(';', 2)
    const quality = parameter.trim().replace(/^q=/, '')
    return name.trim() === encoding && Number(quality || 1) > 0
  })
}

/** Files that browsers open as documents with scripts. */
export const DOCUMENT_FILE = /\.(?:[sx]?html?|xht|mht(?:ml)?|svgz?|xml|xslt?|rdf|rss|atom|mathml|mml)$/i
/** A frame may show these whoever wrote them: no script runs in them. */
export const INERT_FILE =
  /\.(?:pdf|png|jpe?g|gif|webp|avif|bmp|ico|mp4|m4v|mov|webm|ogv|mp3|m4a|ogg|oga|opus|wav|flac|aac|vtt|txt|csv)$/i

/** Sandbox of frames that `security.embed` allows: their scripts have an origin of their own. */
export const FRAME_SANDBOX = 'allow-scripts allow-forms allow-popups allow-modals allow-downloads'

/** Such a frame loads its files as another site would. */
export const FRAME_HEADERS = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** Scripts that pages link to are downloaded, never run. */
export const LINKED_SCRIPT = /^\/assets\/media\/.+\.[cm]?js$/i
export const DOWNLOAD_HEADERS = {
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': 'attachment',
}

/** For documents that docsgen didn't write; `policy` is the site's. */
export function documentPolicy(policy: string, isEmbedded: boolean) {
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

export function policyText(policy: Policy) {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

export const POLICY_HEADER = 'Content-Security-Policy'

/** With it, browsers request `http:` addresses with `https:`, unless the site itself is for plain `http:`. */
export function headerText(policy: Policy, { url, security }: Pick<SiteConfig, 'url' | 'security'>) {
  const { upgradeInsecureRequests = !url?.startsWith('http:') } = security
  return policyText(upgradeInsecureRequests ? { ...policy, 'upgrade-insecure-requests': [] } : policy)
}
