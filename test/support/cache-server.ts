import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { startClosable } from './closable.ts'

/** A server for a shared cache that can be made to fail. */
export interface CacheServer {
  origin: string
  /** Path → bytes. */
  files: Map<string, Buffer>
  /** `GET /ac/…` in the order of the requests, with what was sent as authorization. */
  requests: { method: string; path: string; authorization: string | undefined }[]
  /** Answers a request in another way; true when it did. */
  fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  close(): Promise<void>
}

/** Starts a server that keeps what is put there, in memory. */
export async function startCacheServer(): Promise<CacheServer> {
  const server = createServer((request, response) => void answer(request, response))
  const { port, close } = await startClosable(server)
  const origin = `http://127.0.0.1:${port}`
  const state: CacheServer = { origin, files: new Map(), requests: [], fault: undefined, close }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    state.requests.push({ method, path: url, authorization: headers.authorization })
    response.on('error', () => undefined)
    if (state.fault?.(request, response)) return
    const known = state.files.get(url)
    if (method === 'PUT') {
      state.files.set(url, await readAll(request))
      response.writeHead(known ? 204 : 201).end()
    } else if (known)
      response.writeHead(200, { 'content-length': known.length }).end(method === 'HEAD' ? '' : known)
    else response.writeHead(404).end('Not found')
  }

  return state
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
