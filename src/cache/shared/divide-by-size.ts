/**
 * The shard that each of some items belongs to, from 1 to `count`: stretches of about the same size. Items that become larger or
 * smaller move only those at the ends of stretches. Sizes are more than nothing.
 */
export function divideBySize(sizes: readonly number[], count: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let before = 0
  return sizes.map(size => {
    const middle = before + size / 2
    before += size
    return 1 + Math.min(count - 1, Math.floor((middle / total) * count))
  })
}
