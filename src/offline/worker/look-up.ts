/** A stored response, of any store or of one. One that is gone or damaged has none, and never keeps the network from answering. */
export async function lookUp(url: string, cacheName?: string): Promise<Response | undefined> {
  return caches.match(url, cacheName === undefined ? {} : { cacheName }).catch(() => undefined)
}
