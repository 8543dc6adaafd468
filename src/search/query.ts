/** Finds the terms of the index that may match each word of a query. */
import { type Analyse, isSpaced, type Language, titleKey, type Token, wordStarts } from './terms.ts'

/** Terms that together match a word; `quality` is 1 for the word itself, less for a similar one. */
export interface Match {
  terms: string[]
  quality: number
  /** Number of terms that a section must have; all by default. */
  least?: number
  /** Whether the reader meant them: 0 to 1, the default. */
  certainty?: number
  /** A form is about as rare as its stem, the more so the longer the stem. */
  stem?: string
}

export interface QueryWord {
  text: string
  share: number
  matches: Match[]
  /** Only in scripts with spaces. */
  token?: Token
  stop: boolean
  soft: boolean
  findMatches(): Match[]
}

export type Plan = ReturnType<typeof planQuery>

export interface Dictionary {
  has(term: string): boolean
  /** Sorted terms of scripts with spaces. */
  startingWith(text: string): readonly string[]
  /** Terms of scripts with spaces; at least those that begin or end as the word does. */
  resembling(word: string): readonly string[]
}

/** Limits of a query: characters, words. */
const MAX_QUERY = 256
const MAX_WORDS = 24
/** Words of a query in which neighbours are joined. */
const MAX_JOINED = 4
const SOFT = 0.25
const STEM = 0.85
const SYNONYM = 0.5
const PREFIX = 0.7
const PART = 0.5
const ONE_EDIT = 0.7
const TWO_EDITS = 0.4
const MAX_PREFIXES = 40
const MAX_LIKENESSES = 6
/** Certainty of one typo in a short word, of two typos, and of some of the character pairs of a word. */
const UNSURE = 0.5
/** Letters from which on one typo is certain, and of the shortest part of a joined name. */
const LONG = 8
const MIN_PART = 3

const HAN = /^\p{Script=Han}+$/u

interface Query {
  text: string
  tokens: readonly Token[]
  dictionary: Dictionary
  language: Language
}

/** Stop words are left out unless there is nothing else. */
export function planQuery(given: string, dictionary: Dictionary, analyse: Analyse, language: Language) {
  const text = given.slice(0, MAX_QUERY)
  const query: Query = { text, tokens: analyse(text), dictionary, language }
  const { words, borders } = readWords(query)
  const known = words.filter(({ token }) => token?.kind !== 'joined' || dictionary.has(token.term))
  const telling = known.filter(({ stop }) => !stop)
  const all = telling.length > 0 ? telling : known
  const different = all.filter((word, at) => all.findIndex(({ text }) => text === word.text) === at)
  const isSoft = different.some(({ soft }) => !soft)
  const chosen = different.slice(0, MAX_WORDS)
  for (const word of chosen) {
    word.matches = word.findMatches()
    if (isSoft && word.soft) word.share = SOFT
  }
  joinNeighbours(words, query)
  return {
    words: chosen,
    /** Pairs of characters across the borders of words, which only add to the score. */
    borders: borders.filter(dictionary.has),
    title: titleKey(query.tokens),
  }
}

function readWords(query: Query) {
  const { tokens, language } = query
  const words: QueryWord[] = []
  const borders: string[] = []
  const runs: Token[][] = []
  for (const token of tokens.filter(({ kind }) => kind === 'single')) {
    const run = runs.at(-1)
    if (run?.at(-1)?.end === token.start) run.push(token)
    else runs.push([token])
  }
  const hasOne = (of: ReadonlySet<string>, ...texts: string[]) => texts.some(text => of.has(text))
  for (const token of tokens) {
    const { kind, word, term, start, end } = token
    if (kind === 'word' || kind === 'joined') {
      const soft = hasOne(language.soft, word, term) || /^\d$/.test(word)
      // Nothing follows, so it may be the beginning of a word.
      const open = end === query.text.length && kind === 'word'
      const stop = token.stop && !(open && words.length === 0)
      const findMatches = () => spacedMatches(token, open, soft, query)
      const text = query.text.slice(start, end)
      words.push({ text, share: 1, token, stop, soft, findMatches, matches: [] })
    }
    const run = runs.find(([first]) => first === token) ?? []
    let before: Token | undefined
    for (const segment of repairSegments(segments(run), query)) {
      const text = segment.map(each => each.word).join('')
      const bare = language.stem(text)
      const characters = segment.slice(0, [...bare].length).map(each => each.word)
      const stop = /^[\u3041-\u309f]+$/.test(text) || hasOne(language.stops, text, bare)
      const soft = hasOne(language.soft, text, bare) || characters.length === 1
      const findMatches = () => characterMatches(text, characters, query)
      words.push({ text, share: 1, stop, soft, findMatches, matches: [] })
      if (before && segment[0]) borders.push(before.word + segment[0].word)
      before = segment.at(-1)
    }
  }
  return { words, borders }
}

function segments(run: readonly Token[]) {
  const starts = wordStarts(run.map(({ word }) => word).join(''))
  const found: Token[][] = []
  let at = 0
  for (const token of run) {
    if (starts.includes(at) || found.length === 0) found.push([])
    found.at(-1)!.push(token)
    at += token.word.length
  }
  return found
}

/** Single characters, and those of an unknown word, join their neighbours where the index has that pair. */
function repairSegments(cut: readonly Token[][], { dictionary, language }: Query) {
  const isPair = (before: readonly Token[] = [], after: readonly Token[] = []) => {
    const isOpen = [before, after].every(tokens => {
      const text = tokens.map(({ word }) => word).join('')
      return HAN.test(text) && !language.stops.has(text)
    })
    return isOpen && dictionary.has(before.at(-1)!.word + after[0]!.word)
  }
  const joined: Token[][] = []
  const rest = cut.map(segment => [...segment])
  rest.forEach((segment, at) => {
    const before = joined.at(-1)
    const after = rest[at + 1]
    const [first, second, third] = segment.map(token => [token])
    const isUnknown = second && !third && !isPair(first, second)
    if (isUnknown && isPair(before, first) && after?.length === 1 && isPair(second, after)) {
      before?.push(...first!)
      after.unshift(...second)
    } else if (!second && isPair(before, segment)) before?.push(...segment)
    else joined.push(segment)
  })
  return joined
}

function characterMatches(text: string, characters: readonly string[], query: Query): Match[] {
  const { dictionary, language } = query
  const all = pairsOf(characters)
  const terms = all.filter(dictionary.has)
  const matches: Match[] = terms.length === all.length ? [{ terms, quality: 1 }] : []
  const [half, most] = [Math.ceil(all.length / 2), Math.ceil((all.length * 2) / 3)]
  const part = { terms, quality: PART }
  if (all.length > 1 && terms.length >= half) matches.push({ ...part, least: half, certainty: 0 })
  if (all.length > 2 && terms.length >= most) matches.push({ ...part, least: most, certainty: UNSURE })
  for (const words of language.synonyms.get(text) ?? []) {
    const same = words.flatMap(word => (isSpaced(word) ? [word] : pairsOf([...word])))
    if (same.every(dictionary.has)) matches.push({ terms: same, quality: SYNONYM })
  }
  return matches
}

function pairsOf(characters: readonly string[]) {
  const pairs = characters.slice(1).map((character, at) => characters[at]! + character)
  return pairs.length > 0 ? pairs : [...characters]
}

function spacedMatches(token: Token, open: boolean, soft: boolean, query: Query): Match[] {
  const { tokens, dictionary, language } = query
  const { word, term, kind, start, end } = token
  const matches: Match[] = []
  const add = (match: Match) => {
    const isNew = matches.every(({ terms }) => terms.join() !== match.terms.join())
    if (isNew && match.terms.length > 0 && match.terms.every(dictionary.has)) matches.push(match)
  }
  add({ terms: [word], quality: 1, stem: term })
  add({ terms: [term], quality: STEM })
  for (const terms of language.synonyms.get(term) ?? []) add({ terms, quality: SYNONYM })
  if (open && word.length > 1) {
    const quality = matches.length > 0 ? PREFIX / 2 : PREFIX
    for (const longer of dictionary.startingWith(word).slice(0, MAX_PREFIXES))
      add({ terms: [longer], quality: quality * Math.sqrt(word.length / longer.length) })
  }
  if (matches.length > 0 || kind === 'joined' || /[.+#&]/.test(word)) return matches
  const parts = tokens.filter(other => other.kind === 'part' && other.start >= start && other.end <= end)
  add({ terms: parts.map(part => (dictionary.has(part.word) ? part.word : part.term)), quality: PART })
  add({ terms: word.split(/(?<=\D)(?=\d)/), quality: PART })
  if (matches.length > 0 || soft || word.length <= MIN_PART) return matches
  const likely = likenesses(token, open, dictionary).toSorted((a, b) => b.quality - a.quality)
  likely.slice(0, MAX_LIKENESSES).forEach(add)
  return matches
}

/** Guesses for an unknown word: a part of a longer name, two words written as one, a typo. */
function likenesses({ word, term }: Token, open: boolean, dictionary: Dictionary): Match[] {
  const found: Match[] = []
  const limit = slips(word)
  for (const other of dictionary.resembling(word)) {
    const isStart = word.startsWith(other)
    const rest = word.slice(other.length)
    const isPart = isStart && other.length >= MIN_PART && rest.length >= MIN_PART
    if (isPart && dictionary.has(rest)) found.push({ terms: [other, rest], quality: PART })
    if (limit > 0 && other.length > word.length && other.includes(word))
      found.push({ terms: [other], quality: PART })
    if (open && isStart && other.length >= 5 && rest.length <= 3)
      found.push({ terms: [other], quality: PART, certainty: UNSURE })
    const distance = Math.min(editDistance(word, other, limit), editDistance(term, other, slips(term)))
    if (distance > limit) continue
    const certainty = distance <= 1 && word.length >= LONG ? 1 : UNSURE
    found.push({ terms: [other], quality: distance <= 1 ? ONE_EDIT : TWO_EDITS, certainty })
  }
  return found
}

const slips = ({ length }: string) => (length >= 9 ? 2 : length >= 5 ? 1 : 0)

/** Two words of a short query are also looked for as one: “code block”, “codeblock”. */
function joinNeighbours(words: readonly QueryWord[], { dictionary, language: { stem, synonyms } }: Query) {
  if (words.length > MAX_JOINED) return
  words.forEach((first, at) => {
    const second = words[at + 1]
    if (first.token?.kind !== 'word' || second?.token?.kind !== 'word') return
    const one = first.token.word + second.token.word
    if (one.length <= MIN_PART || !isSpaced(one)) return
    const same = synonyms.get(stem(one)) ?? []
    const matches = [
      ...[one, stem(one)].map(term => ({ terms: [term], quality: 1 })),
      ...same.map(terms => ({ terms, quality: SYNONYM })),
    ].filter(({ terms }) => terms.every(dictionary.has))
    first.matches.push(...matches)
    second.matches.push(...matches)
  })
}

/** Letters left out, added, changed or exchanged; Infinity if more than `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  if (same === a.length && same === b.length) return 0
  if (limit === 0 || Math.abs(a.length - b.length) > limit) return Infinity
  const after = (left: number, right: number) =>
    1 + editDistance(a.slice(same + left), b.slice(same + right), limit - 1)
  const isSwap = a[same] === b[same + 1] && a[same + 1] === b[same]
  return Math.min(after(1, 0), after(0, 1), after(1, 1), isSwap ? after(2, 2) : Infinity)
}
