/**
 * Cuts text into search terms: the same code at build time and in the browser, so that an index and a query always
 * agree. Offsets point into the text as given; highlighting needs no second look at it.
 */
import { findUnspaced, foldAccents, foldUnspaced, normaliseWord } from './fold.ts'
import type { Language } from './language.ts'

/** A term of a text. */
export interface Token {
  /** The stem, folded; the word itself where nothing is stemmed. */
  term: string
  /** The word as written, folded. The index knows a word by both: the same word outranks the same stem. */
  word: string
  start: number
  end: number
  /** `part` of the identifier before it; `pair` and `single` characters of scripts without spaces. */
  kind: 'word' | 'part' | 'pair' | 'single'
  /** True for words that carry no meaning of their own. */
  stop: boolean
}

export type Analyse = (text: string) => Token[]

const WORD = /[\p{L}\p{M}\p{N}_$]+/gu
/** Longest term: what is longer is data, not a word. */
const MAX_WORD = 64

/**
 * A term for a whole title: a query that says exactly a heading is answered by that heading first. Undefined for text
 * without words. It starts with the first word, so that it is sorted beside it, and has an equals sign, as no word has.
 */
export function titleTerm(tokens: readonly Token[]): string | undefined {
  const words = tokens
    .filter(token => token.kind === 'word' || token.kind === 'single')
    .map(token => token.term)
  return words[0] === undefined ? undefined : words[0] + '=' + hashText(words.join(' '))
}

/** FNV-1a, 32 bits, in base 36. */
function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

/** The runs of letters of a text, in order: what terms are cut from. */
export function runsOf(text: string): readonly string[] {
  return text.match(WORD) ?? []
}

/** The tokens of a run of letters, placed from its start. */
export type Cut = (run: string) => readonly Token[]

/** Cuts runs in a language. It remembers those that it has cut, so keep it. */
export function createCutter(language: Language): Cut {
  const known = new Map<string, readonly Token[]>()
  return run => {
    const tokens = known.get(run) ?? cutRun(run, language)
    if (run.length <= MAX_WORD) known.set(run, tokens)
    return tokens
  }
}

/** Makes the analyser of a language. It remembers the words that it has cut, so keep it. */
export function createAnalyser(language: Language): Analyse {
  const cut = createCutter(language)
  return text => {
    const tokens: Token[] = []
    for (const { 0: run, index } of text.matchAll(WORD))
      for (const token of cut(run))
        tokens.push({ ...token, start: index + token.start, end: index + token.end })
    return tokens
  }
}

/** A word without parts, of a script with spaces: most runs of most texts. */
const PLAIN_WORD = /^[A-Z]?[a-z]+$/

function cutRun(run: string, language: Language): Token[] {
  const tokens: Token[] = []
  if (PLAIN_WORD.test(run)) {
    pushWord(tokens, { word: run, start: 0, language })
    return tokens
  }
  cutScripts(run, {
    spaced: (word, start) => pushWord(tokens, { word, start, language }),
    unspaced: (characters, start) => pushRun(tokens, characters, start),
  })
  return tokens
}

function stemsOf(source: string, language: Language): { word: string; term: string } {
  const normal = language.normalise?.(source) ?? normaliseWord(source)
  const word = foldAccents(normal)
  const term = language.accents ? foldAccents(language.stem(normal)) : language.stem(word)
  return { word, term }
}

interface Handlers {
  spaced(word: string, start: number): void
  unspaced(run: string, start: number): void
}

/** Cuts a run of letters where scripts with and without spaces meet. */
function cutScripts(run: string, handlers: Handlers): void {
  let rest = run
  let offset = 0
  while (rest !== '') {
    const found = findUnspaced(rest)
    const before = found ? rest.slice(0, found.index) : rest
    if (before !== '') handlers.spaced(before, offset)
    if (!found) return
    handlers.unspaced(found.text, offset + found.index)
    const used = found.index + found.text.length
    rest = rest.slice(used)
    offset += used
  }
}

interface WordInput {
  word: string
  start: number
  language: Language
}

function pushWord(tokens: Token[], { word, start, language }: WordInput): void {
  if (word.length > MAX_WORD || /^[_$]+$/.test(word)) return
  const push = (source: string, from: number, kind: Token['kind']): void => {
    const { word: folded, term } = stemsOf(source, language)
    const stop = language.stopWords.has(folded) || (folded.length === 1 && /\p{Script=Latin}/u.test(folded))
    const end = from + source.length
    tokens.push({ term, word: folded, start: from, end, kind, stop })
  }
  push(word, start, 'word')
  for (const part of identifierParts(word)) push(part.text, start + part.index, 'part')
}

/** `createLocalVue` → create, Local, Vue; `$route` → route; `MAX_SIZE` → MAX, SIZE; nothing for a plain word. */
function identifierParts(word: string): { text: string; index: number }[] {
  if (PLAIN_WORD.test(word) || !/[_$]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(word)) return []
  const parts = word.matchAll(/\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+\p{N}*|\p{N}+/gu)
  return Array.from(parts, match => ({ text: match[0], index: match.index })).filter(
    part => part.text.length > 1 && part.text.length < word.length,
  )
}

function pushRun(tokens: Token[], run: string, offset: number): void {
  const characters = foldUnspaced(run, offset)
  characters.forEach(({ character, start, end }, index) => {
    tokens.push({ term: character, word: character, start, end, kind: 'single', stop: isKana(character) })
    const next = characters[index + 1]
    if (!next) return
    const pair = character + next.character
    tokens.push({ term: pair, word: pair, start, end: next.end, kind: 'pair', stop: false })
  })
}

/** Single kana are particles and endings far more often than words. */
function isKana(character: string): boolean {
  return /^[\u3040-\u30ff]$/.test(character)
}
