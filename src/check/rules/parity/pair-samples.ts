import { align } from '../../../shared/align.ts'
import type { CodeBlock } from '../../../schema/page.ts'
import type { CodeMeaning } from './normalize-code.ts'

/** A code sample that is compared. */
export interface Sample {
  block: CodeBlock
  meaning: CodeMeaning
}

/** A sample of the source beside that of the translation that is the same, or the same one changed. */
export interface SamplePair {
  source?: Sample
  translation?: Sample
}

/** Equal samples outweigh any number of similar ones between them. */
const EQUAL = 1000
/** Samples that share less have nothing to do with each other. */
const SIMILAR = 0.4

/**
 * Pairs samples by what they say: equal ones, wherever they stand, then similar ones in order. What stands alone between
 * two pairs on either side is the same sample rewritten.
 */
export function pairSamples(source: readonly Sample[], translation: readonly Sample[]): SamplePair[] {
  const words = new Map([...source, ...translation].map(sample => [sample, wordsOf(sample)]))
  const none = new Map<string, number>()
  const score = (i: number, j: number) => {
    const [left, right] = [source[i], translation[j]]
    if (!left || !right) return 0
    if (left.meaning.text === right.meaning.text) return EQUAL
    const share = sharedWords(words.get(left) ?? none, words.get(right) ?? none)
    return share < SIMILAR ? 0 : share
  }
  const aligned = align({ left: source.length, right: translation.length }, score)
  const pairs = aligned.map(({ left, right }): SamplePair => {
    const [from, to] = [
      left === undefined ? left : source[left],
      right === undefined ? right : translation[right],
    ]
    return { ...(from ? { source: from } : {}), ...(to ? { translation: to } : {}) }
  })
  return joinRewritten(joinMoved(pairs))
}

/** Names, numbers and signs, with how often they stand there. */
function wordsOf({ block }: Sample): Map<string, number> {
  const words = new Map<string, number>()
  for (const word of block.code.match(/[\p{L}\p{N}_$]+/gu) ?? []) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

/** Share of words that both have: 0 to 1. */
function sharedWords(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  let all = 0
  for (const [word, count] of a) {
    shared += Math.min(count, b.get(word) ?? 0)
    all += count
  }
  for (const count of b.values()) all += count
  return all === 0 ? 0 : (2 * shared) / all
}

/** Equal samples that stand in another order are no difference. */
function joinMoved(pairs: readonly SamplePair[]): SamplePair[] {
  const joined = [...pairs]
  for (const { source, translation } of pairs) {
    if (!source || translation) continue
    const other = joined.findIndex(
      pair => !pair.source && pair.translation?.meaning.text === source.meaning.text,
    )
    if (other === -1) continue
    joined.splice(other, 1, { source, ...joined[other] })
    joined.splice(
      joined.findIndex(pair => pair.source === source && !pair.translation),
      1,
    )
  }
  return joined
}

/** As many samples of either side that stand alone between the same two pairs are pairs, in order. */
function joinRewritten(pairs: readonly SamplePair[]): SamplePair[] {
  const joined: SamplePair[] = []
  let gap: SamplePair[] = []
  const close = () => {
    const left = gap.flatMap(({ source }) => source ?? [])
    const right = gap.flatMap(({ translation }) => translation ?? [])
    if (left.length === right.length) {
      for (const [index, source] of left.entries()) {
        const translation = right[index]
        joined.push({ source, ...(translation ? { translation } : {}) })
      }
    } else joined.push(...gap)
    gap = []
  }
  for (const pair of pairs) {
    if (pair.source && pair.translation) {
      close()
      joined.push(pair)
    } else gap.push(pair)
  }
  close()
  return joined
}
