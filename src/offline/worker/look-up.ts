/** A stored response. A store that is gone or damaged has none, and never keeps the network from answering. */
export async function lookUp(url: string, cacheName: string): Promise<Response | undefined> {
  return caches.match(url, { cacheName }).catch(() => undefined)
}
