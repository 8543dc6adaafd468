/** Where a value is nothing that JSON can say: `.tags[0]`, empty for the value itself; undefined where all of it is. */
export function findNoJson(value: unknown, at = ''): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : at
  if (Array.isArray(value)) return first(value.map((item: unknown, index) => [`${at}[${index}]`, item]))
  if (typeof value !== 'object' || !isPlain(value)) return at
  // A key without a value is left out, as JSON does.
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return first(entries.map(([key, item]) => [`${at}.${key}`, item]))
}

function first(entries: readonly [at: string, item: unknown][]): string | undefined {
  for (const [at, item] of entries) {
    const found = findNoJson(item, at)
    if (found !== undefined) return found
  }
  return undefined
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
