import { createHash } from 'node:crypto'
import { constants as fileFlags } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { accepts, COMPRESSED_FROM, isCompressible, contentType } from '../shared/content-type.ts'

/** Headers of every answer: nothing may be framed, sniffed or read by other sites. */
export const SAFE_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

/** Types that only servers must know: what is stored for reading offline has others. */
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

/** A finished answer. */
export interface ContentAnswer {
  content: Buffer
  /** Path in the site; decides type and caching. */
  name: string
  status: number
  headers?: Record<string, string>
  /** It as it was compressed ahead. */
  encoded?: { body: Buffer; encoding: string } | undefined
}

/** Sends content with type, validator, caching and compression as a good static host would. */
export async function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ContentAnswer,
): Promise<void> {
  const { content, status } = answer
  const headers = headersOf(answer)
  if (status === 200 && isKnown(request.headers['if-none-match'], headers['ETag'] ?? '')) {
    response.writeHead(304, headers).end()
    return
  }
  // A part is for GET alone (RFC 9110, 14.2): HEAD tells of the whole.
  const isPart =
    status === 200 && request.method !== 'HEAD' && isSame(request.headers['if-range'], headers['ETag'] ?? '')
  const range = isPart ? readRange(request.headers.range, content.length) : undefined
  if (range === 'unsatisfiable') {
    return sendText(response, 416, 'Range not satisfiable.', { 'Content-Range': `bytes */${content.length}` })
  }
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${content.length}`
  const { body, encoding } = range
    ? { body: content.subarray(range.start, range.end + 1) }
    : (answer.encoded ??
      (await compress(
        content,
        headers['Content-Type'] ?? '',
        String(request.headers['accept-encoding'] ?? ''),
      )))
  headers['Content-Length'] = String(body.length)
  if (encoding) headers['Content-Encoding'] = encoding
  response.writeHead(range ? 206 : status, headers).end(request.method === 'HEAD' ? undefined : body)
}

function headersOf({ name, headers, content }: ContentAnswer): Record<string, string> {
  const type = MEDIA[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? contentType(name)
  return {
    ...SAFE_HEADERS,
    'Content-Type': type,
    'Cache-Control': isHashed(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Accept-Ranges': 'bytes',
    ETag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    ...(isCompressible(type) ? { Vary: 'Accept-Encoding' } : {}),
    ...(name.endsWith('.svg') ? { 'Content-Security-Policy': SVG_POLICY } : {}),
    ...headers,
  }
}

/** True when the client has this content: one of its tags, weak or not, or any. */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some(part => ['*', tag].includes(part.trim().replace(/^W\//, '')))
}

/** True when what the client has a part of is this content, to the byte: its tag, and not a weak one; dates are not sent. */
function isSame(header: string | string[] | undefined, tag: string): boolean {
  return header === undefined || header === tag
}

/** Sends one line of plain text; never anything of the request. */
export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const all = {
    ...SAFE_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  }
  response.writeHead(status, all).end(`${text}\n`)
}

function isHashed(name: string): boolean {
  return /^\/(?:assets|offline)\/.+\.[0-9A-Za-z]{8,}\.\w+$/.test(name)
}

type Range = { start: number; end: number }

/** The one range that a request asks for; several at once are answered with the whole. */
function readRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start <= end && start < size ? { start, end } : 'unsatisfiable'
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function compress(
  content: Buffer,
  type: string,
  accepted: string,
): Promise<{ body: Buffer; encoding?: string }> {
  if (content.length < COMPRESSED_FROM || !isCompressible(type)) return { body: content }
  if (accepts(accepted, 'br')) {
    const body = await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return { body, encoding: 'br' }
  }
  if (accepts(accepted, 'gzip')) return { body: await zip(content, { level: 6 }), encoding: 'gzip' }
  return { body: content }
}

/**
 * Bytes of a regular file that really lies inside `folder`; undefined otherwise. What is checked is the file that is
 * open, so that a link put in its place meanwhile changes nothing.
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
