import { type AddressTable, documentPath, resolvePath, safeDecode, stripBase } from '../shared/addresses.ts'
import { accepts, COMPRESSED_FROM, contentType, isCompressible } from '../shared/http.ts'
import { createHash } from 'node:crypto'
import { constants as fileFlags } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What a server has, by address: the only things that are ever served. */
export interface SiteFiles<File> {
  base: string
  /** Decoded path inside the site (`/api/index.html`) → file. */
  files: ReadonlyMap<string, File>
  table: AddressTable
}

export type Resolution<File> =
  | { kind: 'file'; name: string; file: File; status: 200 | 404 }
  | { kind: 'redirect'; location: string }
  | { kind: 'none' }

/** True for a file of the output (POSIX path) that hosts show: neither their own rules nor hidden ones, but `.well-known`. */
export function isServed(name: string): boolean {
  return !/(?:^|\/)\.(?!well-known\/)|^_(?:redirects|headers)$/.test(name)
}

/** Resolves an address: a file, a redirect to the address of a page, or the not-found page of the language. */
export function resolveRequest<File>(
  { base, files, table }: SiteFiles<File>,
  encoded: string,
  query: string,
): Resolution<File> {
  const inside = stripBase(encoded, base)
  if (inside === undefined) return { kind: 'none' }
  const decoded = safeDecode(inside)
  const page = resolvePath(table, inside)
  const isPage = page !== undefined && safeDecode(page.path) === decoded
  const name = isPage || decoded.endsWith('/') ? `/${documentPath(inside)}` : decoded
  const file = files.get(name)
  const isOther =
    decoded.endsWith('/index.html') || (!isPage && page && `/${documentPath(page.path)}` === name)
  if (file !== undefined && encoded.startsWith(base) && !isOther)
    return { kind: 'file', name, file, status: 200 }
  if (page)
    return {
      kind: 'redirect',
      location: page.external ?? base + page.path.slice(1) + (page.search || query) + page.hash,
    }
  // A missing script or image is an error of its own, not a page for people.
  if (decoded.startsWith('/assets/')) return { kind: 'none' }
  for (const missing of [`/${decoded.split('/')[1]}/404.html`, '/404.html']) {
    const document = files.get(missing)
    if (document) return { kind: 'file', name: missing, file: document, status: 404 }
  }
  return { kind: 'none' }
}

/** Headers of every answer: nothing may be framed, sniffed or read by other sites. */
export const SAFE_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

/** Types that only servers need: files that are stored for reading offline have others. */
const MEDIA: Record<string, string> = {
  aac: 'audio/aac',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  opus: 'audio/ogg',
  vtt: 'text/vtt; charset=utf-8',
  wav: 'audio/wav',
}

const SVG_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

interface Body {
  body: Buffer
  encoding?: string
}

interface ContentAnswer {
  content: Buffer
  /** Path in the site; decides type and caching. */
  name: string
  status: number
  headers?: Record<string, string>
  /** The content as it was compressed ahead. */
  encoded?: Body | undefined
}

export async function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  { content, name, status, headers: own, encoded }: ContentAnswer,
): Promise<void> {
  const { headers: asked, method } = request
  const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  const type = MEDIA[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? contentType(name)
  const isHashed = /^\/(?:assets|offline)\/.+\.[0-9A-Za-z]{8,}\.\w+$/.test(name)
  const headers: Record<string, string> = {
    ...SAFE_HEADERS,
    'Content-Type': type,
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Accept-Ranges': 'bytes',
    ETag: tag,
    ...(isCompressible(type) ? { Vary: 'Accept-Encoding' } : {}),
    ...(name.endsWith('.svg') ? { 'Content-Security-Policy': SVG_POLICY } : {}),
    ...own,
  }
  const known = asked['if-none-match']?.split(',').map(each => each.trim().replace(/^W\//, ''))
  if (status === 200 && known?.some(each => each === '*' || each === tag))
    return void response.writeHead(304, headers).end()
  // A part is for GET alone (RFC 9110, 14.2), and for a client whose other parts are of this content; dates aren't sent.
  const isPart = status === 200 && method !== 'HEAD' && (asked['if-range'] ?? tag) === tag
  const range = isPart ? readRange(asked.range, content.length) : undefined
  if (range === 'unsatisfiable')
    return sendText(response, 416, 'Range not satisfiable.', { 'Content-Range': `bytes */${content.length}` })
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${content.length}`
  const { body, encoding }: Body = range
    ? { body: content.subarray(range.start, range.end + 1) }
    : (encoded ?? (await compress(content, headers['Content-Type'] ?? '', asked['accept-encoding'])))
  headers['Content-Length'] = String(body.length)
  if (encoding) headers['Content-Encoding'] = encoding
  response.writeHead(range ? 206 : status, headers).end(method === 'HEAD' ? undefined : body)
}

/** Sends one line of plain text; never anything of the request. */
export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  response.writeHead(status, { ...SAFE_HEADERS, ...type, ...headers }).end(`${text}\n`)
}

/** The one range that a request asks for; several at once are answered with the whole. */
function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first + last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end && start < size ? { start, end } : 'unsatisfiable'
}

async function compress(content: Buffer, type: string, accepted: string | string[] = ''): Promise<Body> {
  const encoding = ['br', 'gzip'].find(name => accepts(String(accepted), name))
  if (content.length < COMPRESSED_FROM || !isCompressible(type) || !encoding) return { body: content }
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const made = encoding === 'br' ? promisify(brotliCompress)(content, quality) : promisify(gzip)(content)
  return { body: await made, encoding }
}

/**
 * Bytes of a regular file that really lies inside `folder`; undefined otherwise. The file that is open is checked, so that a
 * link that replaces it meanwhile changes nothing.
 */
export async function readInside(folder: string, file: string): Promise<Buffer | undefined> {
  try {
    const handle = await open(file, fileFlags.O_RDONLY | fileFlags.O_NOFOLLOW)
    try {
      const opened = await handle.stat()
      const real = await realpath(file)
      if (!opened.isFile() || !real.startsWith((await realpath(folder)) + path.sep)) return undefined
      const named = await stat(real)
      if (named.ino !== opened.ino || named.dev !== opened.dev) return undefined
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}
