import path from 'node:path'
import { access, readFile, stat } from 'node:fs/promises'
import type { writeWhole } from '../checked-file.ts'

export interface HttpStorageOptions {
  /** Address that `/ac/…` and `/cas/…` follow. */
  url: string
  /** Sent to this origin only. */
  authorization?: string | undefined
  /** Milliseconds for one request, its body included. */
  timeout?: number | undefined
}

/** A server that lets readers and then writers wait costs ten seconds in all. */
const TIMEOUT = 5000

/** Redirects that are followed for one file. */
const MOST_REDIRECTS = 3

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const ABSENT = new Set([204, 404, 410])
/** Answers that will be the same for every other file. */
const FINAL = { reading: new Set([401, 403]), writing: new Set([401, 403, 405, 501, 507]) }

/** A server that speaks the HTTP cache protocol of Bazel. */
export function createHttpStorage({
  url,
  authorization,
  timeout = TIMEOUT,
}: HttpStorageOptions): SharedStorage {
  const { origin, pathname } = new URL(url)
  const base = origin + pathname.replace(/\/$/, '')

  /** One request; what is secret is for the origin of the configuration alone. */
  const request = (address: URL, method: string, signal: AbortSignal, body?: Uint8Array) =>
    fetch(address, {
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

  async function ask(file: string, method: 'GET' | 'HEAD', signal: AbortSignal): Promise<Response> {
    let address = new URL(`${base}/${file}`)
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const response = await request(address, method, signal)
      if (!REDIRECTS.has(response.status)) return response
      await response.body?.cancel()
      address = nextAddress(response, address)
    }
    throw new StorageError('it redirects without end')
  }

  return {
    name: base,
    read: (file, limit, signal) =>
      told({ timeout, signal }, async () => {
        const response = await ask(file, 'GET', signal)
        if (response.status === 200) return readBody(response, limit)
        await response.body?.cancel()
        if (ABSENT.has(response.status)) return undefined
        throw refusal(response, FINAL.reading)
      }),
    has: (file, signal) =>
      told({ timeout, signal }, async () => {
        const response = await ask(file, 'HEAD', signal)
        if (response.status === 200) return true
        if (ABSENT.has(response.status)) return false
        throw refusal(response, FINAL.reading)
      }),
    write: (file, bytes, signal) =>
      told({ timeout, signal }, async () => {
        // Whoever puts pages somewhere is told where by the configuration alone: redirects are not followed.
        const response = await request(new URL(`${base}/${file}`), 'PUT', signal, bytes)
        await response.body?.cancel()
        if (!response.ok) throw refusal(response, FINAL.writing)
      }),
  }
}

/** @throws StorageError for what is no address of the web, or leads from an encrypted connection to a plain one */
function nextAddress(response: Response, from: URL): URL {
  const location = response.headers.get('location') ?? ''
  const address = URL.canParse(location, from) ? new URL(location, from) : undefined
  if (address?.protocol === 'https:' || (address?.protocol === 'http:' && from.protocol === 'http:'))
    return address
  throw new StorageError('it redirects to nowhere')
}

async function readBody(response: Response, limit: number): Promise<Uint8Array> {
  const oversized = () => new StorageError('it sent more than it said', { isFinal: true })
  if (Number(response.headers.get('content-length')) > limit) {
    await response.body?.cancel()
    throw oversized()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    // Leaving the loop cancels the rest.
    if (size > limit) throw oversized()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refusal({ status }: Response, final: ReadonlySet<number>): StorageError {
  return new StorageError(`it answered ${status}`, { isFinal: final.has(status) })
}

/** Whatever goes wrong between here and there is said of the storage: a network has no bugs of ours. */
async function told<Result>(
  { timeout, signal }: { timeout: number; signal: AbortSignal },
  action: () => Promise<Result>,
): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof StorageError) throw error
    if (signal.aborted) throw new StorageError('it took too long in all', { isFinal: true })
    const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    if (name === 'TimeoutError') throw new StorageError(`it did not answer within ${timeout / 1000} seconds`)
    throw new StorageError(`the connection failed (${cause?.code ?? cause?.message ?? message})`)
  }
}

/** Where a shared cache lies: files by their names, `ac/<sha256>` and `cas/<sha256>`, that nobody vouches for. */
export interface SharedStorage {
  /** What users are told that it is: an address without anything secret, or a folder. */
  readonly name: string
  /** The bytes of a file, at most `limit`; undefined when it is not there. @throws StorageError */
  read(file: string, limit: number, signal: AbortSignal): Promise<Uint8Array | undefined>
  /** True when the file is there. @throws StorageError */
  has(file: string, signal: AbortSignal): Promise<boolean>
  /** @throws StorageError */
  write(file: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>
}

/** What a storage did not do; the message is what users are told, as the end of a sentence. */
export class StorageError extends Error {
  /** It will not do it the next time either. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false } = {}) {
    super(message)
    this.isFinal = isFinal
  }
}

export interface FolderStorageOptions {
  /** Absolute. */
  folder: string
  /** What users call it. */
  name: string
  write: typeof writeWhole
}

/** A folder that is carried from machine to machine: its files never differ, so several such folders can be put together. */
export function createFolderStorage({ folder, name, write }: FolderStorageOptions): SharedStorage {
  return {
    name,
    read: (file, limit) =>
      orAbsent(undefined, async () => {
        const stats = await stat(path.join(folder, file))
        // A device or a pipe never ends.
        if (!stats.isFile() || stats.size > limit) throw new StorageError('a file is larger than it may be')
        return readFile(path.join(folder, file))
      }),
    has: file => orAbsent(false, () => access(path.join(folder, file)).then(() => true)),
    async write(file, bytes) {
      if (!(await write(path.join(folder, file), bytes)))
        throw new StorageError('it cannot be written', { isFinal: true })
    },
  }
}

async function orAbsent<Result, Absent>(
  absent: Absent,
  read: () => Promise<Result>,
): Promise<Result | Absent> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StorageError) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return absent
    throw new StorageError(`a file cannot be read (${code})`)
  }
}
