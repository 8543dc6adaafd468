import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Closable, startClosable } from './closable.ts'

/** A request as the host received it. */
export interface Received {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: { requests: { indexName: string; query: string; facetFilters: string[] }[] }
}

export type Answer = (request: Received, response: ServerResponse) => void

/** A host of search indexes for tests: it keeps the requests and can fail in every way. */
export interface SearchHost extends Closable {
  origin: string
  received: Received[]
  /** May be exchanged at any time. */
  answer: Answer
}

export async function startSearchHost(answer: Answer): Promise<SearchHost> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      const { method = '', headers } = request
      const body = text === '' ? { requests: [] } : JSON.parse(text)
      const call: Received = { method, headers, url: new URL(request.url ?? '', 'http://host'), body }
      host.received.push(call)
      response.setHeader('access-control-allow-origin', '*')
      host.answer(call, response)
    })
  })
  const closable = await startClosable(server)
  const origin = `http://127.0.0.1:${closable.port}`
  const host: SearchHost = { ...closable, origin, received: [], answer }
  return host
}

/** A hit as hosted indexes give it. */
export function hit(url: string, lvl1: string, lvl2?: string) {
  return {
    url,
    type: lvl2 ? 'lvl2' : 'lvl1',
    content: null,
    hierarchy: { lvl0: 'Guide', lvl1, lvl2: lvl2 ?? null },
    _snippetResult: { hierarchy: { lvl1: { value: lvl1 }, lvl2: { value: lvl2 ?? '' } } },
  }
}

export function sendJson(response: ServerResponse, data: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
}

export function sendHits(hits: unknown[]): Answer {
  return (_request, response) => sendJson(response, { results: [{ hits }] })
}
