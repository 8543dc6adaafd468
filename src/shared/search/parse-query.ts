import type { Analyse, Token } from './analyse.ts'
import { findEndings } from './endings.ts'

/** A word of the query, or a pair of characters of a script without spaces. */
export interface QueryTerm {
  term: string
  /** As typed, folded. */
  word: string
  /** Its parts when it is an identifier. */
  parts: QueryTerm[]
  /** May be the beginning of a word: it is the last of the query and nothing follows it. */
  open: boolean
  /** True when typing errors are looked for: never in scripts without spaces. */
  spaced: boolean
  /** True for a pair with letters of an ending: what is left says what is meant. */
  ending?: boolean
}

const MAX_TERMS = 24

/** Reads a query. Words without meaning of their own are left out unless there is nothing else. */
export function parseQuery(text: string, analyse: Analyse): QueryTerm[] {
  const tokens = analyse(text)
  const words = tokens.filter((token, index) => token.kind !== 'part' && !isInPair(tokens, token, index))
  const isOpen = (token: Token): boolean => token.kind === 'word' && token.end === text.length
  const telling = words.filter((token, index) => !token.stop || (isOpen(token) && index === 0))
  const chosen = telling.length > 0 ? telling : words
  const endings = findEndings(text)
  const isEnding = ({ kind, start, end }: Token): boolean =>
    kind === 'pair' && endings.some(ending => start < ending.end && end > ending.start)
  const terms = chosen.map(token => {
    const term = toTerm(token, tokens, isOpen(token))
    return isEnding(token) ? { ...term, ending: true } : term
  })
  return unique(terms).slice(0, MAX_TERMS)
}

/** A single character counts only where it stands alone. */
function isInPair(tokens: readonly Token[], token: Token, index: number): boolean {
  if (token.kind !== 'single') return false
  const neighbours = [tokens[index - 1], tokens[index + 1]]
  return neighbours.some(
    other => other?.kind === 'pair' && other.start <= token.start && other.end >= token.end,
  )
}

function toTerm(token: Token, tokens: readonly Token[], open: boolean): QueryTerm {
  const parts = tokens
    .filter(other => other.kind === 'part' && other.start >= token.start && other.end <= token.end)
    .map(({ term, word }) => ({ term, word, parts: [], open: false, spaced: true }))
  return { term: token.term, word: token.word, parts, open, spaced: token.kind === 'word' }
}

function unique(terms: QueryTerm[]): QueryTerm[] {
  return terms.filter((term, index) => terms.findIndex(other => other.term === term.term) === index)
}
