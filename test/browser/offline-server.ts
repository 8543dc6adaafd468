import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { contentType } from '../../src/shared/content-type.ts'
import { type Closable, startClosable } from '../support/closable.ts'
import { STRICT_POLICY } from './serve-folder.ts'

/** One request as the server saw it. */
export interface Seen {
  url: string
  status: number
  /** Bytes of the body as sent, compressed where the server compresses. */
  bytes: number
  /** `document`, `script`, …; `empty` for fetches, those of the worker among them. */
  dest: string
}

/** What happens to a request instead of the usual answer; what is not given stays usual. */
export type Trick =
  | { status?: number; type?: string; body?: string; headers?: Record<string, string> }
  /** Holds the answer back until the server closes. */
  | 'hold'
  /** Sends half of the body and cuts the connection. */
  | 'truncate'

/** A static host whose folder can be exchanged (a deployment) and which really goes away. */
export interface OfflineServer extends Closable {
  origin: string
  seen: Seen[]
  /** Absolute folder that is served. */
  folder: string
  trick: (url: string) => Trick | undefined
  /** Path of the file that answers a path, for hosts that hide endings. */
  rewrite: (pathname: string) => string
  /** Milliseconds before every answer. */
  latency: number
  /** What the line carries, for all answers together; Infinity for as much as it can. */
  bytesPerSecond: number
}

export async function startServer(folder: string, base = '/'): Promise<OfflineServer> {
  const server = createServer((request, response) => void answer(request, response, handle, base))
  const closable = await startClosable(server)
  const handle: OfflineServer = {
    ...closable,
    origin: `http://127.0.0.1:${closable.port}`,
    seen: [],
    folder,
    trick: () => undefined,
    rewrite: pathname => pathname,
    latency: 0,
    bytesPerSecond: Infinity,
  }
  return handle
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  server: OfflineServer,
  base: string,
): Promise<void> {
  const url = request.url ?? '/'
  const seen: Seen = { url, status: 0, bytes: 0, dest: String(request.headers['sec-fetch-dest'] ?? '') }
  server.seen.push(seen)
  if (server.latency) await new Promise(resolve => setTimeout(resolve, server.latency))
  const trick = server.trick(url)
  if (trick === 'hold') return
  const file = findFile(server.folder, server.rewrite(url.replace(/[?#].*$/, '')), base)
  const given = typeof trick === 'object' ? trick : {}
  const isMade = given.body !== undefined || given.status !== undefined
  seen.status = given.status ?? (file || isMade ? 200 : 404)
  const type = given.type ?? contentType(isMade ? '.html' : (file ?? '404.html'))
  const plain = isMade
    ? Buffer.from(given.body ?? '')
    : readFileSync(file ?? path.join(server.folder, '404.html'))
  const body = plain.length > 500 ? compress(plain, isMade ? undefined : file) : plain
  seen.bytes = body.length
  await carry(server, body.length)
  response.writeHead(seen.status, {
    'content-type': type,
    'content-length': body.length,
    'content-security-policy': `${STRICT_POLICY}; require-trusted-types-for 'script'; trusted-types docsgen`,
    'cache-control': /\.[0-9a-zA-Z]{8,}\.\w+$/.test(url) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(body === plain ? {} : { 'content-encoding': 'gzip' }),
    ...given.headers,
  })
  if (trick !== 'truncate') return void response.end(body)
  response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

/** Compressed files by path and time, as a real host has them ready. */
const compressed = new Map<string, Buffer>()

function compress(plain: Buffer, file: string | undefined): Buffer {
  const key = file === undefined ? '' : `${file}:${statSync(file).mtimeMs}`
  const body = compressed.get(key) ?? gzipSync(plain)
  if (key !== '') compressed.set(key, body)
  return body
}

/** When the line is free again, by server. */
const busyUntil = new WeakMap<OfflineServer, number>()

/** Waits until a slow line has carried so many bytes, after everything that came before. */
async function carry(server: OfflineServer, bytes: number): Promise<void> {
  if (server.bytesPerSecond === Infinity) return
  const start = Math.max(Date.now(), busyUntil.get(server) ?? 0)
  const end = start + (bytes / server.bytesPerSecond) * 1000
  busyUntil.set(server, end)
  await new Promise(resolve => setTimeout(resolve, end - Date.now()))
}

function findFile(folder: string, pathname: string, base: string): string | undefined {
  if (!pathname.startsWith(base)) return undefined
  const name = decodeURIComponent(pathname.slice(base.length))
  const file = path.join(folder, name.endsWith('/') || name === '' ? `${name}index.html` : name)
  return existsSync(file) && statSync(file).isFile() ? file : undefined
}
