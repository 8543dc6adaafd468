import { createServer, type RequestListener, type Server } from 'node:http'
import { networkInterfaces } from 'node:os'

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

/** Starts a server on loopback unless a host is given (D-BIND-1), on the next free port unless strict (D-PORT-1). */
export async function listen(
  handler: RequestListener,
  options: ListenOptions,
): Promise<Listening | { busy: number }> {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, maxHeaderSize: 16_384 },
    handler,
  )
  server.maxHeadersCount = 200
  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  const address = options.host === true ? '0.0.0.0' : (options.host ?? '127.0.0.1')
  const attempts = options.strictPort || options.port === 0 ? 1 : 20
  for (let port = options.port; port < options.port + attempts; port += 1) {
    if (await tryPort(server, port, address)) return started(server, options)
  }
  return { busy: options.port }
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

/** IPv4 addresses of this machine on its networks. */
export function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flat()
    .flatMap(address => (address && address.family === 'IPv4' && !address.internal ? [address.address] : []))
}
