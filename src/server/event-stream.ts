import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SAFE_HEADERS, sendText } from './send-file.ts'

/** Streams open at once; a browser opens one for each visible tab. */
const MAX_STREAMS = 100
/** A comment line now and then tells both sides that the connection lives, in milliseconds. */
const HEARTBEAT = 20_000

/** Server-sent events for the pages that are open. */
export interface EventStream {
  /** Sends an event to every client. */
  send(data: unknown): void
  /** Answers a request with the stream, beginning with `first` if given. */
  open(request: IncomingMessage, response: ServerResponse, first?: unknown): void
  close(): void
}

export function createEventStream(): EventStream {
  const clients = new Set<ServerResponse>()
  const heartbeat = setInterval(() => clients.forEach(client => client.write(':\n\n')), HEARTBEAT)
  heartbeat.unref()
  return {
    send: data => clients.forEach(client => client.write(message(data))),
    open(request, response, first) {
      if (clients.size >= MAX_STREAMS) return sendText(response, 503, 'Too many open pages.')
      response.writeHead(200, {
        ...SAFE_HEADERS,
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
      })
      if (request.method === 'HEAD') return void response.end()
      clients.add(response)
      response.on('error', () => undefined)
      response.once('close', () => clients.delete(response))
      response.write('retry: 1000\n\n')
      if (first !== undefined) response.write(message(first))
    },
    close() {
      clearInterval(heartbeat)
      clients.forEach(client => client.end())
      clients.clear()
    },
  }
}

/** JSON has no raw line breaks, so one line carries it. */
function message(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** A secret of one server start: it stands in its pages only. 192 bits. */
export function createToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Compares without telling by the time it takes how much was right. */
export function isToken(given: string | null, token: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
