/** One picture of a `srcset`: its address, and what is said of it (`2x`, `640w`), which may be nothing. */
export interface Candidate {
  url: string
  descriptor: string
}

/** Reads a `srcset` as browsers do: an address may hold commas, but not end in one. */
export function parseSrcset(text: string): Candidate[] {
  const candidates: Candidate[] = []
  const pattern = /[\s,]*(\S+)/y
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const word = found[1] ?? ''
    const url = withoutCommas(word)
    if (word !== url) {
      candidates.push({ url, descriptor: '' })
      continue
    }
    const end = endOfDescriptor(text, pattern.lastIndex)
    candidates.push({ url, descriptor: text.slice(pattern.lastIndex, end).trim() })
    pattern.lastIndex = end
  }
  return candidates.filter(({ url }) => url !== '')
}

function withoutCommas(word: string): string {
  let end = word.length
  while (word[end - 1] === ',') end -= 1
  return word.slice(0, end)
}

/** The next comma that stands in no parentheses. */
function endOfDescriptor(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    else if (text[at] === ',' && depth <= 0) return at
  }
  return text.length
}

export function formatSrcset(candidates: readonly Candidate[]): string {
  return candidates.map(({ url, descriptor }) => (descriptor ? `${url} ${descriptor}` : url)).join(', ')
}
