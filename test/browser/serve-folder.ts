import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { createGzip } from 'node:zlib'
import { contentType } from '../../src/shared/content-type.ts'
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

/** An answer that stands in for a file. */
export interface Answer {
  status?: number
  type?: string
  body?: string
}

export interface ServeOptions {
  /** Base path of the site; `/` when absent. */
  base?: string
  /** Content security policy: true for the strict one. */
  csp?: boolean | string
  /** Further headers by path, names in lower case. */
  headers?: (pathname: string) => Record<string, string>
  /** Milliseconds before an answer, or what it waits for, by path; undefined for none, Infinity for no answer at all. */
  delay?: (pathname: string) => number | Promise<void> | undefined
  /** True where the connection is cut in the middle of the answer, by path. */
  cut?: (pathname: string) => boolean
  /** Answers instead of the files, by path with query. */
  answer?: (url: string) => Answer | undefined
  /** Compresses texts, as hosts do. */
  compress?: boolean
  /** Takes doubled slashes for one, as nginx does. */
  mergesSlashes?: boolean
  /** Answers unknown paths with this file and status 200, as single-page hosts do. */
  fallback?: string
}

/** One request as the server saw it. */
export interface Seen {
  method: string
  /** Path with query. */
  url: string
  status: number
  /** `Sec-Purpose`, `prefetch` for hints; empty otherwise. */
  purpose: string
}

export interface FolderServer extends Closable {
  /** `http://localhost:1234`, without base. */
  origin: string
  /** Every request so far; may be emptied. */
  seen: Seen[]
  /** May be changed while the server runs. */
  options: ServeOptions
}

/**
 * Serves a built site as a plain static host does: a file, `index.html` of a folder, a redirect from a folder without
 * slash, `404.html`. Files of `assets/` whose name has a hash may be cached for ever, all others are revalidated.
 */
export async function serveFolder(folder: string, options: ServeOptions = {}): Promise<FolderServer> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void answerRequest({ folder, request, response, seen, options: handle.options })
  })
  const closable = await startClosable(server, 'localhost')
  const handle: FolderServer = {
    ...closable,
    origin: `http://localhost:${closable.port}`,
    seen,
    options,
  }
  return handle
}

interface Exchange {
  folder: string
  request: IncomingMessage
  response: ServerResponse
  seen: Seen[]
  options: ServeOptions
}

async function answerRequest({ folder, request, response, seen, options }: Exchange): Promise<void> {
  const url = request.url ?? '/'
  const pathname = url.replace(/[?#].*$/, '')
  const note = {
    method: request.method ?? 'GET',
    url,
    status: 0,
    purpose: String(request.headers['sec-purpose'] ?? ''),
  }
  seen.push(note)
  const wait = options.delay?.(pathname) ?? 0
  if (wait === Infinity) return
  if (typeof wait !== 'number') await wait
  else if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
  const given = options.answer?.(url)
  const found = given ? undefined : findFile(folder, url, options)
  note.status = given?.status ?? found?.status ?? 200
  const headers: Record<string, string> = {
    ...policyHeader(options),
    ...found?.headers,
    ...options.headers?.(pathname),
  }
  if (given) headers['content-type'] = given.type ?? 'text/html; charset=utf-8'
  if (found?.file) headers['content-type'] = contentType(found.file)
  const isText = /text|json|javascript|xml/.test(headers['content-type'] ?? '')
  const packs = options.compress && isText && found?.file !== undefined
  if (packs) headers['content-encoding'] = 'gzip'
  if (options.cut?.(pathname)) {
    response.writeHead(note.status, { ...headers, 'content-length': '5000' })
    response.write('{"half', () => response.destroy())
    return
  }
  response.writeHead(note.status, headers)
  if (request.method === 'HEAD' || !found?.file) response.end(given?.body)
  else if (packs) createReadStream(found.file).pipe(createGzip()).pipe(response)
  else createReadStream(found.file).pipe(response)
}

interface Found {
  status: number
  file?: string
  headers: Record<string, string>
}

function findFile(folder: string, url: string, { base = '/', fallback, mergesSlashes }: ServeOptions): Found {
  const [pathname = '/', query] = url.split('?')
  const missing = (): Found => {
    const file = path.join(folder, fallback ?? '404.html')
    return { status: fallback ? 200 : 404, ...(existsSync(file) ? { file } : {}), headers: REVALIDATE }
  }
  if (!pathname.startsWith(base)) return missing()
  const name = safeDecode(pathname.slice(base.length))
  if (name === undefined || name.split('/').includes('..')) return missing()
  const file = path.join(folder, name)
  if (!existsSync(file) || (name.includes('//') && !mergesSlashes)) return missing()
  if (!statSync(file).isDirectory())
    return { status: 200, file, headers: isHashed(name) ? FOREVER : REVALIDATE }
  if (!pathname.endsWith('/'))
    return { status: 301, headers: { location: `${pathname}/${query ? `?${query}` : ''}` } }
  const index = path.join(file, 'index.html')
  return existsSync(index) ? { status: 200, file: index, headers: REVALIDATE } : missing()
}

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' }
const REVALIDATE = { 'cache-control': 'no-cache' }

function isHashed(name: string): boolean {
  return name.startsWith('assets/') && /\.[0-9A-Za-z_-]{8,}\.\w+$/.test(name)
}

function policyHeader({ csp }: ServeOptions): Record<string, string> {
  if (!csp) return {}
  return { 'content-security-policy': csp === true ? STRICT_POLICY : csp }
}

function safeDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
