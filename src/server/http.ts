import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants as fileFlags, open, realpath, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { matchesAny } from '../lib/files.ts'
import {
  type AddressTable,
  documentPath,
  resolvePath,
  safeDecode,
  stripBase,
  tryDecode,
} from '../shared/addresses.ts'
import { accepts, COMPRESSED_FROM, contentType, isCompressible } from '../shared/http.ts'

export interface ListenOptions {
  port: number
  strictPort: boolean
  /** Undefined: this machine only. `true`: all addresses. Otherwise that address. */
  host: string | true | undefined
}

export interface Listening {
  port: number
  urls: string[]
  closed: Promise<unknown>
  close(): void
}

/** If it throws, only this request fails. */
type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

export interface Access {
  base: string
  allowedHosts: readonly string[]
  /** A frame's documents load these files as another site would. */
  embed: readonly string[]
}

export async function listen(
  { port: first, strictPort, host }: ListenOptions,
  access: () => Promise<Access>,
  handler: RequestHandler,
): Promise<Listening | { busy: number }> {
  const isPublic = host === true || host === '0.0.0.0'
  const names = isPublic ? networkAddresses() : host === undefined ? [] : [host]
  const server = createHardenedServer(async (request, response) => {
    let refusal = guardRequest(request, names)
    if (refusal) {
      const { base, allowedHosts, embed } = await access()
      const [address = ''] = (request.url ?? '').split('?')
      const isFramed = matchesAny(safeDecode(stripBase(address, base) ?? ''), embed)
      refusal = guardRequest(request, [...names, ...allowedHosts], isFramed)
    }
    if (refusal) sendText(response, ...refusal)
    else await handler(request, response)
  })
  const last = strictPort || first === 0 ? first : Math.min(first + 19, 65_535)
  for (let port = first; port <= last; port += 1) {
    try {
      await once(server.listen(port, isPublic ? '0.0.0.0' : (host ?? '127.0.0.1')), 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    const bound = (server.address() as AddressInfo).port
    const close = () => {
      server.close()
      server.closeAllConnections()
    }
    const urls = ['localhost', ...names].map(name => `http://${name}:${bound}`)
    return { port: bound, urls, closed: once(server, 'close'), close }
  }
  return { busy: first }
}

/** Browsers open connections ahead: after 408 for one left waiting, they try another; 400 would answer their next request. */
const REFUSALS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Slow, huge and malformed requests end with their own connection. */
function createHardenedServer(handler: RequestHandler) {
  const last = new WeakMap<Socket, Promise<void>>()
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16_384,
    requireHostHeader: true,
  })
  server.on('request', (request, response) => {
    const { headers, socket } = request
    // A body isn't read: the connection ends with the response.
    if ('transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0')
      response.setHeader('Connection', 'close')
    // Requests that are sent ahead on a connection must not crowd out others.
    const turn = (last.get(socket) ?? Promise.resolve()).then(() => handler(request, response))
    const done = turn.catch(() => {
      if (response.headersSent) response.destroy()
      else sendText(response, 500, 'Internal error.')
    })
    last.set(socket, done)
  })
  server.maxHeadersCount = 200
  // At the same time; a browser needs a handful.
  server.maxConnections = 2000
  server.maxRequestsPerSocket = 1000
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuse(socket, REFUSALS[error.code ?? ''] ?? 400),
  )
  server.on('connect', (_request, socket: Duplex) => refuse(socket, 405, 'Allow: GET, HEAD\r\n'))
  return server
}

function refuse(socket: Duplex, status: number, headers = '') {
  socket.on('error', () => undefined)
  if (!socket.writable) return void socket.destroy()
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(head, () => socket.destroy())
}

function networkAddresses() {
  const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  return all.flatMap(({ address, family, internal }) => (family === 'IPv4' && !internal ? [address] : []))
}

/** The text repeats nothing of the request. */
type Refusal = [status: number, text: string, headers?: Record<string, string>]

/** `hosts`: in addition to the loopback names; `.example.org` covers all names below it. */
function guardRequest(
  request: IncomingMessage,
  hosts: readonly string[],
  isFramed = false,
): Refusal | undefined {
  const { method, headers, rawHeaders } = request
  if (method !== 'GET' && method !== 'HEAD') return [405, 'Method not allowed.', { Allow: 'GET, HEAD' }]
  const given = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(headers.host ?? '') ?? []
  if (given.length !== 1 || name === undefined) return [400, 'Bad request.']
  if (!isListed(name.toLowerCase(), [...LOOPBACK, ...hosts])) return [403, "This host name isn't allowed."]
  return !isFramed && isForeign(request, hosts)
    ? [403, "Requests from other sites aren't allowed."]
    : undefined
}

const LOOPBACK = ['.localhost', '127.0.0.1', '[::1]']

function isListed(name: string, hosts: readonly string[]) {
  return hosts.some(host => {
    const allowed = host.toLowerCase()
    return allowed.startsWith('.') ? `.${name}`.endsWith(allowed) : allowed === name
  })
}

/** True for a subresource that another site requests; links from elsewhere may open pages. */
function isForeign({ headers }: IncomingMessage, hosts: readonly string[]) {
  const site = headers['sec-fetch-site']
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  if ((site === 'cross-site' || site === 'same-site') && !isNavigation) return true
  if (headers.origin === undefined) return false
  if (!URL.canParse(headers.origin)) return true
  const { host, hostname, protocol } = new URL(headers.origin)
  if (host !== headers.host?.toLowerCase()) return true
  // A proxy may speak HTTPS to the outside; the server itself doesn't.
  if (protocol === 'https:') return !isListed(hostname, hosts)
  return protocol !== 'http:' || !isListed(hostname, [...LOOPBACK, ...hosts])
}

/** At the same time; a browser opens one for each visible tab. */
const MAX_STREAMS = 100

export function createEventStream() {
  const clients = new Set<ServerResponse>()
  const write = (text: string) => clients.forEach(client => client.write(text))
  // Lets both sides notice a lost connection.
  const heartbeat = setInterval(() => write(':\n\n'), 20_000).unref()
  return {
    send: (data: unknown) => write(`data: ${JSON.stringify(data)}\n\n`),
    open(request: IncomingMessage, response: ServerResponse, first: unknown): void {
      if (clients.size >= MAX_STREAMS) return sendText(response, 503, 'Too many open pages.')
      const type = 'text/event-stream; charset=utf-8'
      response.writeHead(200, { ...SAFE_HEADERS, 'Content-Type': type, 'Cache-Control': 'no-store' })
      if (request.method === 'HEAD') return void response.end()
      clients.add(response)
      response.on('error', () => undefined)
      response.once('close', () => clients.delete(response))
      response.write(`retry: 1000\n\ndata: ${JSON.stringify(first)}\n\n`)
    },
    close(): void {
      clearInterval(heartbeat)
      clients.forEach(client => client.end())
    },
  }
}

/** Reads only a plain, well-formed path without dot segments. */
export function readRequestTarget(target: string): { path: string; query: string } | undefined {
  if (target.length > 8192 || !target.startsWith('/') || target.includes('#')) return undefined
  const [encoded = '', ...query] = target.split('?')
  const path = tryDecode(encoded)
  // oxlint-disable-next-line no-control-regex
  if (path === undefined || /[\u0000-\u001f\u007f\\]|\/\//.test(path)) return undefined
  if (path.split('/').some(segment => /^\.{1,2}(?:;.*)?$/.test(segment))) return undefined
  return { path: encoded, query: query.length > 0 ? `?${query.join('?')}` : '' }
}

/** Nothing else is ever served. */
export interface SiteFiles<File> {
  base: string
  /** Decoded path inside the site (`/api/index.html`) → file. */
  files: ReadonlyMap<string, File>
  table: AddressTable
}

export interface FoundFile<File> {
  kind: 'file'
  name: string
  file: File
  status: 200 | 404
}

/** False for rules of hosts and hidden files, except `.well-known`. */
export function isServed(name: string) {
  return !/(?:^|\/)\.(?!well-known\/)|^_(?:redirects|headers)$/.test(name)
}

/** A file, a redirect to the URL of a page, or the not-found page of the language. */
export function resolveRequest<File>(
  { base, files, table }: SiteFiles<File>,
  encoded: string,
  query: string,
): FoundFile<File> | { kind: 'redirect'; location: string } | undefined {
  const inside = stripBase(encoded, base)
  if (inside === undefined) return undefined
  const decoded = safeDecode(inside)
  const page = resolvePath(table, inside)
  const isPage = page !== undefined && safeDecode(page.path) === decoded
  const name = isPage || decoded.endsWith('/') ? `/${documentPath(inside)}` : decoded
  const file = files.get(name)
  const isOther =
    decoded.endsWith('/index.html') || (!isPage && page && `/${documentPath(page.path)}` === name)
  if (file !== undefined && encoded.startsWith(base) && !isOther)
    return { kind: 'file', name, file, status: 200 }
  if (page) {
    const location = page.external ?? base + page.path.slice(1) + (page.search || query) + page.hash
    return { kind: 'redirect', location }
  }
  // A missing script or image isn't a page for people.
  if (decoded.startsWith('/assets/')) return undefined
  for (const missing of [`/${decoded.split('/')[1]}/404.html`, '/404.html']) {
    const document = files.get(missing)
    const found = resolvePath(table, missing)
    const isPage = found && !found.redirected && `/${documentPath(found.path)}` === missing
    if (document && !isPage) return { kind: 'file', name: missing, file: document, status: 404 }
  }
  return undefined
}

/** Nothing may be framed, sniffed or read by other sites. */
export const SAFE_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

/** Types in addition to those of files for reading offline. */
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

/** `name` is a path in the site; `encoded` was compressed ahead. */
export async function sendContent(
  { headers: asked, method }: IncomingMessage,
  response: ServerResponse,
  answer: {
    content: Buffer
    name: string
    status: number
    headers?: Record<string, string>
    encoded?: Body | undefined
  },
) {
  const { content, name, status, encoded } = answer
  const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  const type = MEDIA[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? contentType(name)
  const isHashed = /^\/(?:assets|offline)\/.+\.[0-9A-Za-z]{8,}\.\w+$/.test(name)
  const headers: Record<string, string> = {
    ...SAFE_HEADERS,
    'Content-Type': type,
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Accept-Ranges': 'bytes',
    ETag: tag,
    ...(isCompressible(type) && { Vary: 'Accept-Encoding' }),
    ...(name.endsWith('.svg') && { 'Content-Security-Policy': SVG_POLICY }),
    ...answer.headers,
  }
  const known = asked['if-none-match']?.split(',').map(each => each.trim().replace(/^W\//, ''))
  if (status === 200 && known?.some(each => each === '*' || each === tag))
    return void response.writeHead(304, headers).end()
  // Ranges are for GET alone (RFC 9110, 14.2), and for a client whose other parts are of this content; dates aren't sent.
  const isPart = status === 200 && method !== 'HEAD' && (asked['if-range'] ?? tag) === tag
  const range = isPart ? readRange(asked.range, content.length) : undefined
  if (range === 'unsatisfiable')
    return sendText(response, 416, 'Range not satisfiable.', { 'Content-Range': `bytes */${content.length}` })
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${content.length}`
  const part = range && { body: content.subarray(range.start, range.end + 1) }
  const { body, encoding }: Body =
    part ?? encoded ?? (await compress(content, headers['Content-Type'] ?? '', asked['accept-encoding']))
  headers['Content-Length'] = String(body.length)
  if (encoding) headers['Content-Encoding'] = encoding
  response.writeHead(range ? 206 : status, headers).end(method === 'HEAD' ? undefined : body)
}

export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers?: Record<string, string>,
) {
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  response.writeHead(status, { ...SAFE_HEADERS, ...type, ...headers }).end(`${text}\n`)
}

/** A request with several ranges gets the whole file. */
function readRange(header = '', size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first + last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end && start < size ? { start, end } : ('unsatisfiable' as const)
}

async function compress(content: Buffer, type: string, accepted: string | string[] = ''): Promise<Body> {
  const encoding = ['br', 'gzip'].find(name => accepts(String(accepted), name))
  if (content.length < COMPRESSED_FROM || !isCompressible(type) || !encoding) return { body: content }
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const made = encoding === 'br' ? promisify(brotliCompress)(content, quality) : promisify(gzip)(content)
  return { body: await made, encoding }
}

/** Reads a regular file; a link that replaces it meanwhile changes nothing. */
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
