import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { safeDecode } from '../../src/shared/addresses.ts'
import { contentType } from '../../src/shared/http.ts'
import { type Closable, startClosable } from '../support/closable.ts'

/** The strict policy of a site, without the upgrade to https that a local server cannot follow. */
export const STRICT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

/** What is sent instead of a file; what is not given stays usual. */
export interface Answer {
  status?: number
  type?: string
  body?: string
  headers?: Record<string, string>
}

/** What happens to a request instead of the usual answer: `hold` never answers, `truncate` sends half of the file. */
export type Trick = Answer | 'hold' | 'truncate'

export interface ServeOptions {
  base?: string
  csp?: boolean | string
  headers?: (pathname: string) => Record<string, string>
  /** What an answer waits for, by path; Infinity for no answer at all. */
  delay?: (pathname: string) => Promise<void> | number | undefined
  answer?: (url: string) => Trick | undefined
  /** Path of the file that answers a path, for hosts that hide endings. */
  rewrite?: (pathname: string) => string
  compress?: boolean
  /** Takes doubled slashes for one, as nginx does. */
  mergesSlashes?: boolean
  /** Answers unknown paths with this file and status 200, as single-page hosts do. */
  fallback?: string
}

export interface Seen {
  method: string
  url: string
  status: number
  /** `Sec-Purpose`, `prefetch` for hints; empty otherwise. */
  purpose: string
  /** `Sec-Fetch-Dest`: `document`, `script`, …; `empty` for fetches, those of the worker among them. */
  dest: string
  bytes: number
}

export interface FolderServer extends Closable {
  origin: string
  seen: Seen[]
  /** May be changed while the server runs, as by a deployment. */
  folder: string
  options: ServeOptions
}

/**
 * Serves a built site as a plain static host does: a file, `index.html` of a folder, a redirect from a folder without
 * slash, `404.html`. Files of `assets/` whose name has a hash may be cached for ever, all others are revalidated.
 */
export async function serveFolder(folder: string, options: ServeOptions = {}): Promise<FolderServer> {
  const server = createServer((request, response) => void answerRequest(request, response, handle))
  const closable = await startClosable(server)
  const origin = `http://127.0.0.1:${closable.port}`
  const handle: FolderServer = { ...closable, origin, seen: [], folder, options }
  return handle
}

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, seen, options }: FolderServer,
): Promise<void> {
  const { url = '/', method = 'GET' } = request
  const header = (name: string) => String(request.headers[name] ?? '')
  const [purpose, dest] = [header('sec-purpose'), header('sec-fetch-dest')]
  const note: Seen = { method, url, status: 0, purpose, dest, bytes: 0 }
  seen.push(note)
  const pathname = url.replace(/[?#].*$/, '')
  const wait = options.delay?.(pathname)
  if (wait === Infinity) return
  await wait
  const answer = options.answer?.(url)
  if (answer === 'hold') return
  const given: Answer = typeof answer === 'object' ? answer : {}
  const isMade = given.body !== undefined || given.status !== undefined
  const found: Found = isMade ? { status: 200, headers: {} } : findFile(folder, url, options)
  note.status = given.status ?? found.status
  const type = given.type ?? contentType(found.file ?? '.html')
  const plain = found.file ? readFileSync(found.file) : Buffer.from(given.body ?? '')
  const isPacked = options.compress && plain.length > 500 && /text|json|javascript|xml/.test(type)
  const body = isPacked ? gzipSync(plain) : plain
  note.bytes = body.length
  response.writeHead(note.status, {
    ...(options.csp ? { 'content-security-policy': options.csp === true ? STRICT_POLICY : options.csp } : {}),
    ...(note.status < 300 || found.file || given.body !== undefined ? { 'content-type': type } : {}),
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    'content-length': body.length,
    ...found.headers,
    ...options.headers?.(pathname),
    ...given.headers,
  })
  if (answer === 'truncate') response.write(body.subarray(0, body.length / 2), () => response.destroy())
  else response.end(method === 'HEAD' ? undefined : body)
}

interface Found {
  status: number
  file?: string
  headers: Record<string, string>
}

function findFile(folder: string, url: string, options: ServeOptions): Found {
  const { base = '/', fallback, mergesSlashes, rewrite = String } = options
  const [asked = '/', query] = url.split('?')
  const pathname = rewrite(asked)
  const missing = (): Found => {
    const file = path.join(folder, fallback ?? '404.html')
    return { status: fallback ? 200 : 404, ...(existsSync(file) ? { file } : {}), headers: REVALIDATE }
  }
  if (!pathname.startsWith(base)) return missing()
  const name = safeDecode(pathname.slice(base.length))
  if (name.split('/').includes('..')) return missing()
  const file = path.join(folder, name)
  if (!existsSync(file) || (name.includes('//') && !mergesSlashes)) return missing()
  if (!statSync(file).isDirectory())
    return { status: 200, file, headers: HASHED_NAME.test(name) ? FOREVER : REVALIDATE }
  if (!pathname.endsWith('/'))
    return { status: 301, headers: { location: `${pathname}/${query ? `?${query}` : ''}` } }
  const index = path.join(file, 'index.html')
  return existsSync(index) ? { status: 200, file: index, headers: REVALIDATE } : missing()
}

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' }
const REVALIDATE = { 'cache-control': 'no-cache' }

const HASHED_NAME = /^(?:assets|offline)\/.*\.[0-9A-Za-z_-]{8,}\.\w+$/
