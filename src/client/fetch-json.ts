import { LoadError, REQUEST_TIMEOUT, RETRY_TIMEOUT } from './document.ts'

/** Tries once more past the HTTP cache, unless the server refused. Rejects with `LoadError`. */
export async function fetchJson<T>(address: string, options: RequestInit = {}): Promise<T> {
  try {
    return await request<T>(address, options, REQUEST_TIMEOUT)
  } catch (error) {
    if (error instanceof LoadError && error.status >= 400) throw error
    return request<T>(address, { ...options, cache: 'no-cache' }, RETRY_TIMEOUT)
  }
}

async function request<T>(address: string, options: RequestInit, timeout: number) {
  let status = 0
  let cause: unknown
  try {
    const response = await fetch(address, { ...options, signal: AbortSignal.timeout(timeout) })
    status = response.status
    if (response.ok) return (await response.json()) as T
  } catch (error) {
    cause = error
  }
  // A late answer doesn't say that the server is away.
  const unreachable = status === 0 && !(cause instanceof DOMException)
  const error = new LoadError(`Fetching ${address} failed (${status}).`, { cause })
  throw Object.assign(error, { status, unreachable })
}

export async function loadStemmer(address: string) {
  return ((await import(address)) as { stemmer: (word: string) => string }).stemmer
}
