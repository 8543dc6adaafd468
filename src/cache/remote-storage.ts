/** Where machines share files: a server that speaks the HTTP cache protocol of Bazel, or a folder with the same files. */
import { access, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { writeWhole } from './store.ts'

/** Files by their names, `ac/<sha256>` and `cas/<sha256>`. Nothing vouches for their content. */
export interface SharedStorage {
  /** Its address without anything secret, or its folder. */
  readonly name: string
  /** The bytes of a file, at most `limit`; undefined when it isn't there. @throws StorageError */
  read(file: string, limit: number, signal: AbortSignal): Promise<Uint8Array | undefined>
  /** @throws StorageError */
  has(file: string, signal: AbortSignal): Promise<boolean>
  /** @throws StorageError */
  write(file: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>
}

/** The message ends the sentence `the shared cache failed:`. */
export class StorageError extends Error {
  /** The next request would fail in the same way. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false } = {}) {
    super(message)
    this.isFinal = isFinal
  }
}

/** Milliseconds for one request, its body included: a server that hangs for readers and then for writers costs ten seconds. */
const TIMEOUT = 5000
const MOST_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const ABSENT = new Set([204, 404, 410])
/** Answers that are the same for every other file. */
const FINAL = { reading: [401, 403], writing: [401, 403, 405, 501, 507] }

/** A server: `/ac/…` and `/cas/…` follow its address. `authorization` is sent to its origin only. */
export function createHttpStorage({
  url,
  authorization,
  timeout = TIMEOUT,
}: {
  url: string
  authorization?: string | undefined
  timeout?: number
}): SharedStorage {
  const { origin, pathname } = new URL(url)
  const base = origin + pathname.replace(/\/$/, '')

  async function request(method: string, file: string, signal: AbortSignal, body?: Uint8Array) {
    let address = new URL(`${base}/${file}`)
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const response = await fetch(address, {
        method,
        body: (body as Uint8Array<ArrayBuffer> | undefined) ?? null,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
        headers: {
          'user-agent': 'docsgen',
          'accept-encoding': 'identity',
          ...(body && { 'content-type': 'application/octet-stream' }),
          ...(authorization && address.origin === origin && { authorization }),
        },
      })
      // The configuration alone says where pages are put: a redirect doesn't.
      if (body || !REDIRECTS.has(response.status)) return response
      await response.body?.cancel()
      address = redirectTarget(response, address)
    }
    throw new StorageError('it redirects without end')
  }

  /** Uses the answer, unless the server doesn't have the file. */
  async function ask<Result>(
    method: 'GET' | 'HEAD',
    file: string,
    signal: AbortSignal,
    use: (response: Response) => Promise<Result> | Result,
  ): Promise<Result | undefined> {
    try {
      const response = await request(method, file, signal)
      if (response.status === 200) return await use(response)
      await response.body?.cancel()
      if (ABSENT.has(response.status)) return undefined
      throw refusal(response, FINAL.reading)
    } catch (error) {
      throw explain(error, signal, timeout)
    }
  }

  return {
    name: base,
    read: (file, limit, signal) => ask('GET', file, signal, response => readBody(response, limit)),
    has: async (file, signal) => (await ask('HEAD', file, signal, () => true)) ?? false,
    async write(file, bytes, signal) {
      try {
        const response = await request('PUT', file, signal, bytes)
        await response.body?.cancel()
        if (!response.ok) throw refusal(response, FINAL.writing)
      } catch (error) {
        throw explain(error, signal, timeout)
      }
    },
  }
}

/** @throws StorageError for what isn't an address of the web, or leads from an encrypted connection to a plain one */
function redirectTarget(response: Response, from: URL): URL {
  const location = response.headers.get('location') ?? ''
  const address = URL.canParse(location, from) ? new URL(location, from) : undefined
  if (address?.protocol === 'https:' || (address?.protocol === 'http:' && from.protocol === 'http:'))
    return address
  throw new StorageError('it redirects to nowhere')
}

async function readBody(response: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    // Leaving the loop cancels the rest.
    if (size > limit) throw new StorageError('it sent more than it said', { isFinal: true })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refusal({ status }: Response, final: readonly number[]): StorageError {
  return new StorageError(`it answered ${status}`, { isFinal: final.includes(status) })
}

/** A network has no bugs of ours: whatever went wrong is reported of the storage. */
function explain(error: unknown, signal: AbortSignal, timeout: number): StorageError {
  if (error instanceof StorageError) return error
  if (signal.aborted) return new StorageError('it took too long in all', { isFinal: true })
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return new StorageError(`it did not answer within ${timeout / 1000} seconds`)
  return new StorageError(`the connection failed (${cause?.code ?? cause?.message ?? message})`)
}

/** A folder (absolute) that is carried from machine to machine: its files never differ, so several such folders can be put together. */
export function createFolderStorage(folder: string, name: string): SharedStorage {
  const orAbsent = (error: NodeJS.ErrnoException): undefined => {
    if (error instanceof StorageError) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new StorageError(`a file cannot be read (${error.code})`)
  }
  return {
    name,
    async read(file, limit) {
      const stats = await stat(path.join(folder, file)).catch(orAbsent)
      // A device or a pipe never ends.
      if (stats && (!stats.isFile() || stats.size > limit))
        throw new StorageError('a file is larger than it may be')
      return stats && readFile(path.join(folder, file)).catch(orAbsent)
    },
    has: async file =>
      (await access(path.join(folder, file)).then(
        () => true,
        error => orAbsent(error as NodeJS.ErrnoException),
      )) ?? false,
    async write(file, bytes) {
      if (!writeWhole(path.join(folder, file), bytes))
        throw new StorageError('it cannot be written', { isFinal: true })
    },
  }
}

/** Names bytes under `cas/`. */
export interface Digest {
  /** SHA-256, hexadecimal, lower case. */
  hash: string
  size: number
}

/** Wire types of protobuf, and the sizes of those that have one. */
const VARINT = 0
const LENGTH = 2
const FIXED = new Map([
  [1, 8],
  [5, 4],
])

/**
 * Returns the content of a file under `ac/`: an `ActionResult` of the remote execution API (protobuf), whose one output file
 * (field 2) has a path (1) and a digest (2) of hash (1) and size (2). Servers that check such messages look at nothing else.
 */
export function encodeActionResult({ hash, size }: Digest): Buffer {
  const digest = [...field(1, Buffer.from(hash)), (2 << 3) | VARINT, ...varint(size)]
  return Buffer.from(field(2, [...field(1, Buffer.from('pages')), ...field(2, digest)]))
}

function field(number: number, bytes: Iterable<number>): number[] {
  const content = [...bytes]
  return [(number << 3) | LENGTH, ...varint(content.length), ...content]
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))]
}

/** Returns the digest in a message; undefined for anything else. Fields that servers add are passed over. */
export function decodeActionResult(bytes: Uint8Array): Digest | undefined {
  const file = fieldsOf(bytes)?.get(2)
  const digest = file instanceof Uint8Array ? fieldsOf(file)?.get(2) : undefined
  const fields = digest instanceof Uint8Array ? fieldsOf(digest) : undefined
  const [hash, size] = [fields?.get(1), fields?.get(2)]
  if (!(hash instanceof Uint8Array) || typeof size !== 'number') return undefined
  const text = Buffer.from(hash).toString('latin1')
  return /^[0-9a-f]{64}$/.test(text) ? { hash: text, size } : undefined
}

/** Field → its last value; undefined when the bytes aren't a message. */
function fieldsOf(bytes: Uint8Array): Map<number, number | Uint8Array> | undefined {
  const fields = new Map<number, number | Uint8Array>()
  let at = 0
  const number = () => {
    let value = 0
    for (let factor = 1; factor < Number.MAX_SAFE_INTEGER; factor *= 0x80) {
      const byte = bytes[at++] ?? NaN
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
    return NaN
  }
  while (at < bytes.length) {
    const tag = number()
    const type = tag & 7
    if (!Number.isSafeInteger(tag)) return undefined
    const value = type === VARINT || type === LENGTH ? number() : (FIXED.get(type) ?? NaN)
    if (!Number.isSafeInteger(value)) return undefined
    if (type === VARINT) fields.set(tag >>> 3, value)
    else {
      if (at + value > bytes.length) return undefined
      if (type === LENGTH) fields.set(tag >>> 3, bytes.subarray(at, at + value))
      at += value
    }
  }
  return fields
}
