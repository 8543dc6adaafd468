/** The candidate closest to `word` by edit distance, if it is close enough to be a misspelling of it. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1
  const lowerCase = word.toLowerCase()
  for (const candidate of candidates) {
    // Each letter more or less is an edit.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(lowerCase, candidate.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Levenshtein distance of two short words where it is less than `limit`; something that is not less elsewhere. */
function editDistance(a: string, b: string, limit: number): number {
  const row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = i - 1
    let least = i
    row[0] = i
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j] ?? 0
      const substitution = diagonal + (a[i - 1] === b[j - 1] ? 0 : 1)
      diagonal = above
      row[j] = Math.min(substitution, above + 1, (row[j - 1] ?? 0) + 1)
      least = Math.min(least, row[j] ?? 0)
    }
    // A distance never becomes less again.
    if (least >= limit) return limit
  }
  return row[b.length] ?? 0
}
