import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that really goes away, and comes back at the same port. */
export interface Closable {
  port: number
  /** Cuts every connection and stops; further ones are refused. */
  close(): Promise<void>
  reopen(): Promise<void>
}

/** Lets a server listen on a free port. @param host name or address, `127.0.0.1` when absent */
export async function startClosable(server: Server, host = '127.0.0.1'): Promise<Closable> {
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: () =>
      new Promise(resolve => {
        if (!server.listening) return resolve()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    reopen: async () => {
      if (!server.listening) await listen(port)
    },
  }
}
