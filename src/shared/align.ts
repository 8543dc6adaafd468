/** One row of an alignment: an index of either side, or of both where the two belong together. */
export interface AlignedPair {
  left?: number
  right?: number
}

interface Sides {
  left: number
  right: number
}

/** Above this many cells the table would cost more than it tells: such lists are paired by position. */
const MAX_CELLS = 4_000_000

/**
 * Pairs two ordered lists so that the sum of `score` is largest and the order of both is kept. `score(i, j)` is how
 * well item `i` of the left list and item `j` of the right one fit; 0 or less means that they never belong together.
 */
export function align(sides: Sides, score: (left: number, right: number) => number): AlignedPair[] {
  if (sides.left * sides.right > MAX_CELLS) return pairByPosition(sides)
  const table = fillTable(sides, score)
  const pairs: AlignedPair[] = []
  let left = 0
  let right = 0
  while (left < sides.left && right < sides.right) {
    const value = score(left, right)
    const here = table[left]?.[right] ?? 0
    if (value > 0 && here === value + (table[left + 1]?.[right + 1] ?? 0)) {
      pairs.push({ left: left++, right: right++ })
    } else if (here === (table[left + 1]?.[right] ?? 0)) pairs.push({ left: left++ })
    else pairs.push({ right: right++ })
  }
  while (left < sides.left) pairs.push({ left: left++ })
  while (right < sides.right) pairs.push({ right: right++ })
  return pairs
}

/** `table[i][j]`: the best sum for the lists from `i` and `j` on. */
function fillTable(sides: Sides, score: (left: number, right: number) => number): Float64Array[] {
  const table = Array.from({ length: sides.left + 1 }, () => new Float64Array(sides.right + 1))
  for (let left = sides.left - 1; left >= 0; left -= 1) {
    const row = table[left]
    const below = table[left + 1]
    if (!row || !below) continue
    for (let right = sides.right - 1; right >= 0; right -= 1) {
      const value = score(left, right)
      const paired = value > 0 ? value + (below[right + 1] ?? 0) : 0
      row[right] = Math.max(paired, below[right] ?? 0, row[right + 1] ?? 0)
    }
  }
  return table
}

function pairByPosition({ left, right }: Sides): AlignedPair[] {
  return Array.from({ length: Math.max(left, right) }, (_, index) => ({
    ...(index < left ? { left: index } : {}),
    ...(index < right ? { right: index } : {}),
  }))
}
