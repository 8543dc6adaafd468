/**
 * A stored response, of one store or of any. One that is gone or damaged counts as missing, and never keeps the network from
 * answering.
 */
export async function lookUp(url: string, cacheName?: string): Promise<Response | undefined> {
  return caches.match(url, cacheName === undefined ? {} : { cacheName }).catch(() => undefined)
}

/**
 * Reads JSON from the first store that has it; undefined stands for any store. What `read` can't make sense of is deleted: then
 * it counts as missing, and what it belongs to as incomplete, so that it is fetched again.
 */
export async function readJson<Json, Value>(
  url: string,
  stores: readonly (string | undefined)[],
  read: (json: Json) => Value,
): Promise<Value | undefined> {
  for (const store of stores) {
    const stored = await lookUp(url, store)
    try {
      if (stored) return read((await stored.json()) as Json)
    } catch {
      const damaged = store === undefined ? await caches.keys() : [store]
      await Promise.all(damaged.map(async name => (await caches.open(name)).delete(url)))
    }
  }
  return undefined
}
