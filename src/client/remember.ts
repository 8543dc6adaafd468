/** One shared promise for each key; a failed one is forgotten, so that the next call tries again. */
export function remember<T>(store: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = store.get(key)
  if (known) return known
  const promise = load()
  store.set(key, promise)
  promise.catch(() => {
    if (store.get(key) === promise) store.delete(key)
  })
  return promise
}
