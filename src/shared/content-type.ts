/** Media types by extension: for the servers of `dev` and `preview`, and for what the service worker stores. */
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

/** The media type of a file by its extension. */
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

export type CompressionName = (typeof COMPRESSIONS)[number]['name']

/** True for types that are worth compressing. */
export function isCompressible(type: string): boolean {
  return /^text\/|json|javascript|xml|svg/.test(type)
}

/** Shorter files are sent as they are: an answer has a packet of its own anyway. */
export const COMPRESSED_FROM = 1024

/** True when `Accept-Encoding` names the encoding and does not refuse it (`br;q=0`). */
export function accepts(header: string, encoding: string): boolean {
  return header.split(',').some(part => {
    const [name = '', parameter = ''] = part.split(';', 2)
    const quality = parameter.trim().replace(/^q=/, '')
    return name.trim() === encoding && Number(quality || 1) > 0
  })
}
