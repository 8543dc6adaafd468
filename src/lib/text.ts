import { distance } from 'fastest-levenshtein'

export function escapePattern(text: string) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** Line and column, from 1. */
export function positionAt(text: string, index: number) {
  const before = text.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}

export function plural(count: number, noun: string) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const AMOUNTS = { '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' }

/** `` `base` must be …. ``: a sentence from a schema's message, which is a predicate, or a remark after a colon. */
export function describeValue(name: string, problem: string) {
  const kinds: Record<string, string> = { array: 'a list', object: 'an object', boolean: 'a boolean' }
  const kindOf = (type: string) => kinds[type] ?? (/^(?:string|number)$/.test(type) ? `a ${type}` : type)
  const said = problem
    .replace(
      /^Invalid input: (?:expected (\w+), received (\w+)\.?$)?/,
      (_, expected?: string, received = '') =>
        expected ? `must be ${kindOf(expected)}, not ${kindOf(received as string)}` : '',
    )
    .replace(
      /^Too (?:big|small): expected \w+ to (be|have) ([<>]=?)/,
      (_, verb: string, sign: keyof typeof AMOUNTS) => `must ${verb} ${AMOUNTS[sign]} `,
    )
    .replace(/^Invalid option: expected /, 'must be ')
    .replace(/^Invalid \w+: (?=must )/, '')
    .replace(/^Unrecognized (keys?): /, 'has unknown $1: ')
  const isPredicate = /^(?:must|may|is|isn't|has|needs|forbids|repeats) /.test(said)
  return `${name}${isPredicate ? '' : ':'} ${said.replace(/\.?$/, '.')}`
}

/** The candidate that `word` may be a misspelling of. */
export function nearest(word: string, candidates: Iterable<string>) {
  let best: string | undefined
  // With as many edits as it has letters, a short word becomes any other.
  let bestDistance = Math.min(Math.max(2, Math.floor(word.length / 3)) + 1, word.length)
  for (const candidate of candidates) {
    // Each letter more or less is an edit.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const edits = distance(word.toLowerCase(), candidate.toLowerCase())
    if (edits < bestDistance) [best, bestDistance] = [candidate, edits]
  }
  return best
}

export type Shard = NonNullable<ReturnType<typeof readShard>>

/** Parses `2/8`, one of the machines that build a site together: `index` from 1 to `count`. */
export function readShard(text: string) {
  const [, index = 0, count = 0] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.map(Number) ?? []
  return index > 0 && index <= count ? { index, count } : undefined
}
