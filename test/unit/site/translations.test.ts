import { describe, expect, it } from 'vitest'
import { align } from '../../../src/site/translations.ts'

/** Alignment of two words, letter by letter; `-` where a side has nothing. */
function words(left: string, right: string): string {
  const pairs = align({ left: left.length, right: right.length }, (i, j) => (left[i] === right[j] ? 1 : 0))
  return pairs
    .map(
      pair =>
        `${pair.left === undefined ? '-' : left[pair.left]}${pair.right === undefined ? '-' : right[pair.right]}`,
    )
    .join(' ')
}

describe('align', () => {
  it('keeps the order and pairs as much as it can', () => {
    expect(words('abcd', 'abd')).toBe('aa bb c- dd')
    expect(words('ad', 'abcd')).toBe('aa -b -c dd')
    expect(words('', 'ab')).toBe('-a -b')
    expect(words('ab', 'ba')).toMatch(/aa|bb/)
  })

  it('prefers the higher score', () => {
    const score = [
      [1, 5],
      [1, 1],
    ]
    expect(align({ left: 2, right: 2 }, (i, j) => score[i]?.[j] ?? 0)).toEqual([
      { right: 0 },
      { left: 0, right: 1 },
      { left: 1 },
    ])
  })

  it('pairs very long lists by position', () => {
    const pairs = align({ left: 3000, right: 2999 }, () => 0)
    expect(pairs).toHaveLength(3000)
    expect(pairs[2998]).toEqual({ left: 2998, right: 2998 })
    expect(pairs[2999]).toEqual({ left: 2999 })
  })
})
