/** One of several machines that make a site together: `index` from 1 to `count`. */
export interface Shard {
  index: number
  count: number
}

/** `2/8`; undefined for anything else. */
export function readShard(text: string): Shard | undefined {
  const [, index = 0, count = 0] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.map(Number) ?? []
  return index > 0 && index <= count ? { index, count } : undefined
}
