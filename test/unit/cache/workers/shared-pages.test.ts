import { expect, test } from 'vitest'
import { divideBySize } from '../../../../src/cache/workers/shared-pages.ts'
import { createRandom } from '../../../sites/random.ts'

const random = createRandom(21)
const sizes = Array.from({ length: 300 }, () => 1 + random.below(40_000))
const sumOf = (shares: readonly number[], shard: number) =>
  sizes.reduce((sum, size, index) => (shares[index] === shard ? sum + size : sum), 0)

test('shares are of about one size, and every item is in one', () => {
  for (const count of [1, 2, 3, 8, 16]) {
    const shares = divideBySize(sizes, count)
    const sums = Array.from({ length: count }, (_, index) => sumOf(shares, index + 1))
    expect(sums.reduce((sum, size) => sum + size)).toBe(sizes.reduce((sum, size) => sum + size))
    expect(Math.max(...sums) - Math.min(...sums)).toBeLessThan(2 * 40_000)
  }
  expect(divideBySize([5], 8)).toEqual([5])
})

test('an item that grows moves only those at the ends of stretches', () => {
  const before = divideBySize(sizes, 8)
  const after = divideBySize(
    sizes.map((size, index) => (index === 150 ? size * 3 : size)),
    8,
  )
  expect(after.filter((share, index) => share !== before[index]).length).toBeLessThan(16)
})
