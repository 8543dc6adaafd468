import type { OfflineFailure } from '../../schema/offline.ts'

/** Something could not be stored, and why. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly reason: OfflineFailure

  constructor(reason: OfflineFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

export interface VerifiedFile {
  url: string
  /** `sha384-…` of the bytes. */
  integrity: string
  /** True when the address names the content, so that the HTTP cache may answer. */
  immutable: boolean
}

/** Bytes that are what the build made, and the headers that came with them. */
export interface VerifiedBytes {
  bytes: ArrayBuffer
  headers: Headers
}

/** Fetches a file and compares its bytes. Wrong ones are asked for once more past the HTTP cache. */
export async function fetchVerified(file: VerifiedFile): Promise<VerifiedBytes> {
  const answer = await request(file.url, file.immutable ? 'default' : 'no-cache')
  if (await isIntact(answer.bytes, file.integrity)) return answer
  const again = await request(file.url, 'reload')
  if (await isIntact(again.bytes, file.integrity)) return again
  throw new StoreError('integrity', `${file.url} is not what this version of the site consists of.`)
}

export async function isIntact(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))
  return integrity === `sha384-${btoa(String.fromCharCode(...digest))}`
}

async function request(url: string, cache: RequestCache): Promise<VerifiedBytes> {
  const response = await fetch(url, { cache, credentials: 'same-origin' }).catch(() => undefined)
  if (!response) throw new StoreError('unreachable', `${url} could not be reached.`)
  if (response.status !== 200) throw new StoreError('status', `${url} answered ${response.status}.`)
  const bytes = await response.arrayBuffer().catch(() => undefined)
  if (!bytes) throw new StoreError('unreachable', `${url} broke off.`)
  return { bytes, headers: response.headers }
}

/** The reason of any failure; a full device is told apart from everything else. */
export function reasonOf(error: unknown): OfflineFailure {
  if (error instanceof StoreError) return error.reason
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'quota' : 'unknown'
}
