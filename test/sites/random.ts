/** A source of numbers that look random and are the same in every run (mulberry32). */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number
  /** 0 ≤ x < `below`, whole. */
  below(below: number): number
  pick<T>(list: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick(list) {
      const item = list[below(list.length)]
      if (item === undefined) throw new Error('Nothing to pick from.')
      return item
    },
  }
}
