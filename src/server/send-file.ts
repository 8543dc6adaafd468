import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentType, isCompressible } from './content-type.ts'

/** Headers of every answer: nothing may be framed, sniffed or read by other sites. */
export const SAFE_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

const SVG_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

export interface FileAnswer {
  /** Absolute file. */
  file: string
  /** Path in the site; decides type and caching. */
  name: string
  status: number
  headers?: Record<string, string>
}

/** Sends a file with type, validator, caching and compression as a good static host would (H-CACHE-1, H-COMP-1). */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  answer: FileAnswer,
): Promise<void> {
  const content = await readWhole(answer.file)
  if (!content) return sendText(response, 404, 'Not found.')
  const headers = headersOf(answer, content)
  if (answer.status === 200 && request.headers['if-none-match'] === headers['ETag']) {
    response.writeHead(304, headers).end()
    return
  }
  const range = answer.status === 200 ? readRange(request.headers.range, content.length) : undefined
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${content.length}`
  const { body, encoding } = range
    ? { body: content.subarray(range.start, range.end + 1) }
    : await compress(content, headers['Content-Type'] ?? '', String(request.headers['accept-encoding'] ?? ''))
  headers['Content-Length'] = String(body.length)
  if (encoding) headers['Content-Encoding'] = encoding
  response.writeHead(range ? 206 : answer.status, headers).end(request.method === 'HEAD' ? undefined : body)
}

function headersOf({ name, headers }: FileAnswer, content: Buffer): Record<string, string> {
  const type = contentType(name)
  return {
    ...SAFE_HEADERS,
    'Content-Type': type,
    'Cache-Control': isHashed(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    ...(isCompressible(type) ? { Vary: 'Accept-Encoding' } : {}),
    ...(name.endsWith('.svg') ? { 'Content-Security-Policy': SVG_POLICY } : {}),
    ...headers,
  }
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

/** Reads the file that is open, so that a link swapped meanwhile changes nothing (D-SYM-1). */
async function readWhole(file: string): Promise<Buffer | undefined> {
  try {
    const handle = await open(file, 'r')
    try {
      return (await handle.stat()).isFile() ? await handle.readFile() : undefined
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}

function isHashed(name: string): boolean {
  return /^\/(?:assets|offline)\/.+\.[0-9A-Za-z]{8,}\.\w+$/.test(name)
}

function readRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start <= end && start < size ? { start, end } : undefined
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function compress(
  content: Buffer,
  type: string,
  accepted: string,
): Promise<{ body: Buffer; encoding?: string }> {
  if (content.length < 1024 || !isCompressible(type)) return { body: content }
  if (/\bbr\b/.test(accepted)) {
    const body = await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return { body, encoding: 'br' }
  }
  if (/\bgzip\b/.test(accepted)) return { body: await zip(content, { level: 6 }), encoding: 'gzip' }
  return { body: content }
}
