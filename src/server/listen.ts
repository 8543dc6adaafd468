import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { networkInterfaces } from 'node:os'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { sendText } from './send-file.ts'

export interface ListenOptions {
  port: number
  /** Fail instead of trying the next port. */
  strictPort: boolean
  /** Undefined: this machine only. `true`: all addresses. A name: that address. */
  host: string | true | undefined
}

export interface Listening {
  server: Server
  port: number
  /** Addresses to print, the local one first. */
  urls: string[]
  close(): Promise<void>
}

/** Answers a request. What it throws is a bug, and the end of that request only. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/** Open connections at once; a browser needs a handful. */
const MAX_CONNECTIONS = 2000
/** Requests on one connection before a new one is asked for. */
const MAX_REQUESTS = 1000

/** Starts a server on loopback unless a host is given, on the next free port unless strict. */
export async function listen(
  handler: RequestHandler,
  options: ListenOptions,
): Promise<Listening | { busy: number }> {
  const server = createHardenedServer(handler)
  const address = options.host === true ? '0.0.0.0' : (options.host ?? '127.0.0.1')
  const attempts = options.strictPort || options.port === 0 ? 1 : 20
  for (let port = options.port; port < Math.min(options.port + attempts, 65_536); port += 1) {
    if (await tryPort(server, port, address)) return started(server, options)
  }
  return { busy: options.port }
}

/**
 * Status of what never became a request. Browsers open connections ahead: told 408 where one was left waiting, they ask
 * again on another; a 400 would be the answer to the request that just then set out on it.
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
      // What is announced as a body is not read: the connection ends with the answer.
      const { headers } = request
      if ('transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0') {
        response.setHeader('Connection', 'close')
      }
      // What is sent ahead on a connection waits its turn: it must not crowd out the others.
      const turn = (last.get(request.socket) ?? Promise.resolve()).then(() => handler(request, response))
      last.set(
        request.socket,
        turn.catch(() => failRequest(response)),
      )
    },
  )
  server.maxHeadersCount = 200
  server.maxConnections = MAX_CONNECTIONS
  server.maxRequestsPerSocket = MAX_REQUESTS
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuse(socket, REFUSALS[error.code ?? ''] ?? 400)
  })
  server.on('connect', (_request, socket: Duplex) => refuse(socket, 405, 'Allow: GET, HEAD\r\n'))
  return server
}

function failRequest(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else sendText(response, 500, 'Internal error.')
}

/** Answers a request that never became one, without repeating anything of it. */
function refuse(socket: Duplex, status: number, headers = ''): void {
  socket.on('error', () => undefined)
  if (!socket.writable) return void socket.destroy()
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(head, () => socket.destroy())
}

function tryPort(server: Server, port: number, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening)
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    }
    const onListening = () => {
      server.off('error', onError)
      resolve(true)
    }
    server.once('error', onError)
    server.once('listening', onListening)
    server.listen(port, address)
  })
}

function started(server: Server, { host }: ListenOptions): Listening {
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const names = host === true || host === '0.0.0.0' ? networkAddresses() : host ? [host] : []
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { server, port, urls: ['localhost', ...names].map(name => `http://${name}:${port}`), close }
}

/** Names under which a server with this `--host` may be asked. */
export function servedHosts(host: ListenOptions['host']): string[] {
  if (host === true || host === '0.0.0.0') return networkAddresses()
  return host === undefined ? [] : [host]
}

/** IPv4 addresses of this machine on its networks. */
function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flat()
    .flatMap(address => (address && address.family === 'IPv4' && !address.internal ? [address.address] : []))
}
