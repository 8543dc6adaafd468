import { FetchError, REQUEST_TIMEOUT, RETRY_TIMEOUT } from './document.ts'

/** Fetches JSON within eight seconds, then once more past the HTTP cache, but not what the server refuses. Rejects with `FetchError`. */
export async function fetchJson<T>(address: string, options: RequestInit = {}): Promise<T> {
  try {
    return await request<T>(address, options, REQUEST_TIMEOUT)
  } catch (error) {
    if (error instanceof FetchError && error.status && error.status >= 400) throw error
    return request<T>(address, { ...options, cache: 'no-cache' }, RETRY_TIMEOUT)
  }
}

async function request<T>(address: string, options: RequestInit, patience: number): Promise<T> {
  const signal = AbortSignal.timeout(patience)
  const response = await fetch(address, { ...options, signal }).catch((cause: unknown) => {
    throw new FetchError(address, undefined, cause)
  })
  if (!response.ok) throw new FetchError(address, response.status)
  return response.json().catch((cause: unknown) => {
    throw new FetchError(address, response.status, cause)
  }) as Promise<T>
}

export async function loadStemmer(address: string): Promise<(word: string) => string> {
  return ((await import(address)) as { stemmer: (word: string) => string }).stemmer
}
