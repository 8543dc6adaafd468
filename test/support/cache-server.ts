import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { startClosable } from './closable.ts'

/** A server for a shared cache that can be told to misbehave. */
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

/** Starts a server that keeps what is put there, in memory, or at the one `behind` it. */
export async function startCacheServer(behind?: string): Promise<CacheServer> {
  const server = createServer((request, response) => void answer(request, response))
  const { port, close } = await startClosable(server)
  const state: CacheServer = {
    origin: `http://127.0.0.1:${port}`,
    files: new Map(),
    requests: [],
    fault: undefined,
    close,
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    state.requests.push({ method, path: url, authorization: headers.authorization })
    response.on('error', () => undefined)
    if (state.fault?.(request, response)) return
    if (behind !== undefined) return forward(request, response, behind)
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

/** Asks another server. */
async function forward(request: IncomingMessage, response: ServerResponse, server: string): Promise<void> {
  const { method = '', url = '' } = request
  const body = method === 'PUT' ? { body: new Uint8Array(await readAll(request)) } : {}
  const answer = await fetch(server + url, { method, ...body })
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
