import type { IncomingMessage, ServerResponse } from 'node:http'
import { SAFE_HEADERS, sendText } from './send-file.ts'

/** Streams open at once; a browser opens one for each visible tab. */
const MAX_STREAMS = 100
/** A comment line now and then tells both sides that the connection lives, in milliseconds. */
const HEARTBEAT = 20_000

/** Server-sent events for the pages that are open. */
export class EventStream {
  readonly #clients = new Set<ServerResponse>()
  readonly #heartbeat = setInterval(() => this.#write(':\n\n'), HEARTBEAT).unref()

  /** Sends an event to every client. JSON has no raw line breaks, so one line carries it. */
  send(data: unknown): void {
    this.#write(`data: ${JSON.stringify(data)}\n\n`)
  }

  /** Answers a request with the stream, which begins with an event. */
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
