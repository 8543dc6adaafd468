/**
 * Numbers as text that JSON leaves alone and gzip packs well. A number below 45 is one character; a larger one is
 * written in base 45, lowest digit first, every digit but the last from the upper half of the alphabet.
 */
const FIRST = 0x23
const BASE = 45
const SKIPPED = 0x5c // the backslash, which JSON would double

/** Text of whole numbers from 0 on. */
export function encodeNumbers(numbers: Iterable<number>): string {
  let text = ''
  for (const number of numbers) {
    let rest = number
    while (rest >= BASE) {
      text += digit(BASE + (rest % BASE))
      rest = Math.floor(rest / BASE)
    }
    text += digit(rest)
  }
  return text
}

/** The numbers of a text made by `encodeNumbers`. */
export function decodeNumbers(text: string): number[] {
  const numbers: number[] = []
  let value = 0
  let unit = 1
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const rank = code - FIRST - (code > SKIPPED ? 1 : 0)
    value += (rank % BASE) * unit
    if (rank >= BASE) unit *= BASE
    else {
      numbers.push(value)
      value = 0
      unit = 1
    }
  }
  return numbers
}

function digit(rank: number): string {
  const code = FIRST + rank
  return String.fromCharCode(code >= SKIPPED ? code + 1 : code)
}
