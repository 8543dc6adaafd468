import { tryDecode } from '../shared/addresses.ts'
import { SAFE_HEADERS, sendText } from './site-files.ts'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Duplex } from 'node:stream'

export interface ListenOptions {
  port: number
  strictPort: boolean
  /** Undefined: this machine only. `true`: all addresses. A name: that address. */
  host: string | true | undefined
}

export interface Listening {
  port: number
  urls: string[]
  closed: Promise<unknown>
  close(): void
}

/** Answers a request that the guard let through. What it throws is a bug, and the end of that request only. */
type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/**
 * Starts a server on loopback unless a host is given, on the next free port unless strict. `allowedHosts`: further names, once the
 * configuration that has them is read.
 */
export async function listen(
  { port: first, strictPort, host }: ListenOptions,
  allowedHosts: () => Promise<readonly string[]>,
  handler: RequestHandler,
): Promise<Listening | { busy: number }> {
  const isPublic = host === true || host === '0.0.0.0'
  const names = isPublic ? networkAddresses() : host === undefined ? [] : [host]
  const server = createHardenedServer(async (request, response) => {
    const refusal =
      guardRequest(request, names) && guardRequest(request, [...names, ...(await allowedHosts())])
    if (refusal) sendText(response, refusal.status, refusal.message, refusal.headers)
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

/**
 * Status of what never became a request. Browsers open connections ahead: after 408 for one that was left waiting, they try
 * again on another; a 400 would answer the request that is just being sent on it.
 */
const REFUSALS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** A server that survives whatever arrives: slow, huge and malformed requests end with their own connection. */
function createHardenedServer(handler: RequestHandler): Server {
  const last = new WeakMap<Socket, Promise<void>>()
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16_384,
      requireHostHeader: true,
    },
    (request, response) => {
      const { headers, socket } = request
      // A body is not read: the connection ends with the answer.
      if ('transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0')
        response.setHeader('Connection', 'close')
      // Requests that are sent ahead on a connection wait their turn: they must not crowd out others.
      const turn = (last.get(socket) ?? Promise.resolve()).then(() => handler(request, response))
      last.set(
        socket,
        turn.catch(() => {
          if (response.headersSent) response.destroy()
          else sendText(response, 500, 'Internal error.')
        }),
      )
    },
  )
  server.maxHeadersCount = 200
  // Open at once; a browser needs a handful.
  server.maxConnections = 2000
  server.maxRequestsPerSocket = 1000
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuse(socket, REFUSALS[error.code ?? ''] ?? 400)
  })
  server.on('connect', (_request, socket: Duplex) => refuse(socket, 405, 'Allow: GET, HEAD\r\n'))
  return server
}

function refuse(socket: Duplex, status: number, headers = ''): void {
  socket.on('error', () => undefined)
  if (!socket.writable) return void socket.destroy()
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(head, () => socket.destroy())
}

function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  return all.flatMap(({ address, family, internal }) => (family === 'IPv4' && !internal ? [address] : []))
}

/** A refused request: the status and one line that repeats nothing of the request. */
interface Refusal {
  status: number
  message: string
  headers?: Record<string, string>
}

/**
 * Returns why a request is not served, or undefined when it may be: only GET and HEAD, only known hosts, no script of another
 * site that reads our files. `hosts`: names in addition to the loopback ones; `.example.org` covers all names below it.
 */
function guardRequest(request: IncomingMessage, hosts: readonly string[]): Refusal | undefined {
  const { method, headers, rawHeaders } = request
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, message: 'Method not allowed.', headers: { Allow: 'GET, HEAD' } }
  const given = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(headers.host ?? '') ?? []
  if (given.length !== 1 || name === undefined) return { status: 400, message: 'Bad request.' }
  if (!isAllowedHost(name.toLowerCase(), hosts))
    return { status: 403, message: 'This host name is not served.' }
  return isForeign(request, hosts)
    ? { status: 403, message: 'Requests from other sites are not served.' }
    : undefined
}

function isAllowedHost(name: string, hosts: readonly string[]): boolean {
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(name) || name.endsWith('.localhost')
  return isLoopback || isListed(name, hosts)
}

function isListed(name: string, hosts: readonly string[]): boolean {
  return hosts.some(host => {
    const allowed = host.toLowerCase()
    return allowed.startsWith('.') ? `.${name}`.endsWith(allowed) : allowed === name
  })
}

/** True for a subresource that another site requests. Links from elsewhere that open a page are welcome. */
function isForeign({ headers }: IncomingMessage, hosts: readonly string[]): boolean {
  const site = headers['sec-fetch-site']
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  if ((site === 'cross-site' || site === 'same-site') && !isNavigation) return true
  if (headers.origin === undefined) return false
  if (!URL.canParse(headers.origin)) return true
  const { host, hostname, protocol } = new URL(headers.origin)
  if (host !== headers.host?.toLowerCase()) return true
  // A proxy may speak HTTPS to the outside; the server itself does not.
  if (protocol === 'https:') return !isListed(hostname, hosts)
  return protocol !== 'http:' || !isAllowedHost(hostname, hosts)
}

/** Streams open at once; a browser opens one for each visible tab. */
const MAX_STREAMS = 100
/** A comment line now and then tells both sides that the connection lives, in milliseconds. */
const HEARTBEAT = 20_000

/** Server-sent events for the pages that are open. */
export class EventStream {
  readonly #clients = new Set<ServerResponse>()
  readonly #heartbeat = setInterval(() => this.#write(':\n\n'), HEARTBEAT).unref()

  send(data: unknown): void {
    this.#write(`data: ${JSON.stringify(data)}\n\n`)
  }

  open(request: IncomingMessage, response: ServerResponse, first: unknown): void {
    if (this.#clients.size >= MAX_STREAMS) return sendText(response, 503, 'Too many open pages.')
    const type = 'text/event-stream; charset=utf-8'
    response.writeHead(200, { ...SAFE_HEADERS, 'Content-Type': type, 'Cache-Control': 'no-store' })
    if (request.method === 'HEAD') return void response.end()
    this.#clients.add(response)
    response.on('error', () => undefined)
    response.once('close', () => this.#clients.delete(response))
    response.write(`retry: 1000\n\ndata: ${JSON.stringify(first)}\n\n`)
  }

  close(): void {
    clearInterval(this.#heartbeat)
    this.#clients.forEach(client => client.end())
  }

  #write(text: string): void {
    this.#clients.forEach(client => client.write(text))
  }
}

/**
 * The path and query of a raw request target, or undefined for anything but a plain, well-formed path:
 * absolute forms, backslashes, `//`, dot segments, control characters and malformed encodings.
 */
export function readRequestTarget(target: string): { path: string; query: string } | undefined {
  if (target.length > 8192 || !target.startsWith('/') || target.includes('#')) return undefined
  const [encoded = '', ...query] = target.split('?')
  const path = tryDecode(encoded)
  if (path === undefined || !isPlain(path)) return undefined
  return { path: encoded, query: query.length > 0 ? `?${query.join('?')}` : '' }
}

function isPlain(path: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\\]|\/\//.test(path)) return false
  return path.split('/').every(segment => !/^\.{1,2}(?:;.*)?$/.test(segment))
}
