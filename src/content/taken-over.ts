/** Frontmatter in our keys. */
export interface TakenOver {
  data: Record<string, unknown>
  /** What has no meaning here: the key as written → the sentence that says so, the same for every page. */
  left: Record<string, string>
  /** Keys that were made → the key that they were made from. */
  from: Record<string, string>
}

/** Sets a key of ours, unless the page has it. */
export function set(taken: TakenOver, key: string, value: unknown, from: string): void {
  if (value === undefined || Object.hasOwn(taken.data, key)) return
  taken.data[key] = value
  taken.from[key] = from
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
