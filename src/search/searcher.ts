/** Answers queries. `large.ts` loads parts of a larger index. */
import { MAX_GROUPS, MAX_OPTIONS, readPages, readTerms } from './format.ts'
import type { Place, Posting, SearchManifest } from './format.ts'
import type { Known } from './large.ts'
import { type Plan, planQuery, type QueryWord } from './query.ts'
import { type Analyse, isSpaced, type Language, titleKey, wordStarts } from './terms.ts'

interface Index {
  size: number
  postings: ReadonlyMap<string, Posting>
  /** `titleKey` of the headings that are loaded. */
  titles: readonly string[]
}

/** Exponent of the share of the query that a section matches. */
const COVERAGE = 1.25
/** Share of the meaningful words that must be known. */
const KNOWN = 0.5
const WHOLE_TITLE = 2
const BORDER = 0.5
/** Factor for a section that has all of the query. */
const TOGETHER = 2.5

/** Finds sections, the best first: words weigh by their rarity, and none is required. */
function search({ words, borders, title }: Plan, index: Index) {
  const isMissing = ({ matches, share }: QueryWord) => share === 1 && matches.length === 0
  const missing = words.filter(isMissing).map(({ text }) => text)
  const terms = new Set(words.flatMap(({ matches }) => matches.flatMap(match => match.terms)))
  const found = words.map(word => ({ ...word, ...scoresOf(word, index) }))
  const certain = found.filter(({ share }) => share === 1).map(({ certainty }) => certainty)
  if (sum(certain) < certain.length * KNOWN) return { hits: [], terms, missing }

  const sections = new Map<number, { score: number; weight: number; count: number }>()
  const add = (scores: ReadonlyMap<number, number>, weight: number) =>
    scores.forEach((score, section) => {
      const hit = sections.get(section) ?? { score: 0, weight: 0, count: 0 }
      sections.set(section, hit)
      hit.score += score
      hit.weight += weight
      hit.count += 1
    })
  const weights = found.map(({ matches: [first], share }) =>
    first ? share * Math.max(...first.terms.map(term => rarity(term, index))) : share,
  )
  found.forEach(({ scores }, at) => add(scores, weights[at]!))
  for (const term of borders)
    add(scoresOf({ matches: [{ terms: [term], quality: BORDER }], share: 1 }, index).scores, 0)
  const all = sum(weights)
  const hits = [...sections].flatMap(([section, { score, weight, count }]): [number, number][] => {
    const isWhole = count === words.length + borders.length
    const isTitle = title !== '' && title === index.titles[section]
    const factor = (isTitle ? WHOLE_TITLE : 1) * (isWhole ? TOGETHER : 1)
    return weight > 0 ? [[section, score * (weight / all) ** COVERAGE * factor]] : []
  })
  const sorted = hits.toSorted(([one, score], [other, less]) => less - score || one - other)
  return { hits: sorted.map(([section]) => section), terms, missing }
}

/** Best score by section, and certainty of the best match. */
function scoresOf({ matches, share }: Pick<QueryWord, 'matches' | 'share'>, index: Index) {
  const scores = new Map<number, number>()
  let certainty = 0
  for (const match of matches) {
    const { terms, quality, stem, least = terms.length } = match
    const sums = new Map<number, { score: number; count: number }>()
    for (const term of terms) {
      const own = rarity(term, index)
      const change = stem === undefined ? 0 : (rarity(stem, index) - own) * (stem.length / term.length)
      const factor = (share * quality * (own + change)) / Math.sqrt(terms.length)
      const { sections = [], weights = [] } = index.postings.get(term) ?? {}
      sections.forEach((section, at) => {
        const { score, count } = sums.get(section) ?? { score: 0, count: 0 }
        sums.set(section, { score: score + factor * weights[at]!, count: count + 1 })
      })
    }
    for (const [section, { score, count }] of sums) {
      if (count < least) continue
      scores.set(section, Math.max(scores.get(section) ?? 0, score))
      certainty = Math.max(certainty, match.certainty ?? 1)
    }
  }
  return { scores, certainty }
}

function rarity(term: string, { postings, size }: Index) {
  const { count = 0 } = postings.get(term) ?? {}
  return Math.log(1 + (size - count + 0.5) / (count + 0.5))
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Answers with sections of at most `most` pages, the best first; rejects when a file can't be loaded. */
export type Searcher = Awaited<ReturnType<typeof createSearcher>>

export interface SearchContext {
  language: Language
  analyse: Analyse
  load<T>(file: string): Promise<T>
  isShown?: ((path: string) => boolean) | undefined
}

/** A query is read again once the parts that it needs are loaded. */
const MAX_READINGS = 4

export async function createSearcher(manifest: SearchManifest, context: SearchContext) {
  const { whole, parts, size } = manifest
  const { language, analyse, load, isShown } = context
  const postings = new Map<string, Posting>()
  const places: Place[] = []
  const titles: string[] = []
  let words: string[] = []
  const known: Known = {
    places,
    has: term => postings.has(term),
    startingWith: text => words.filter(word => word.startsWith(text)),
    resembling: () => words,
    addTerms(blocks) {
      for (const entry of blocks.flatMap(readTerms)) postings.set(...entry)
      words = [...postings.keys()].filter(isSpaced).toSorted()
    },
    addSections: block =>
      readPages(block).forEach(([path = '/', title = ''], at) => {
        const [id = '', heading = ''] = block.heads[at] ?? []
        places[block.first + at] = { path, title, id, heading, text: block.texts[at] ?? '' }
        titles[block.first + at] = titleKey(analyse(heading))
      }),
  }
  if (whole) {
    known.addTerms([whole.terms])
    known.addSections(whole.sections)
  }
  const large = parts && (await import('./large.ts')).openLarge(parts, known, load)
  const dictionary = large?.dictionary ?? known
  return async (query: string, signal?: AbortSignal, most = MAX_GROUPS) => {
    let plan = planQuery(query, dictionary, analyse, language)
    for (let reading = 1; reading < MAX_READINGS && (await large?.loadAsked()); reading++)
      plan = planQuery(query, dictionary, analyse, language)
    signal?.throwIfAborted()
    const paths = isShown && ((await large?.readPaths()) ?? places.map(({ path }) => path))
    const ask = () => {
      const { hits, ...answer } = search(plan, { size, postings, titles })
      return { ...answer, hits: paths ? hits.filter(section => isShown(paths[section] ?? '')) : hits }
    }
    const first = ask()
    const { hits, ...answer } = (await large?.loadPlaces(first.hits, most)) ? ask() : first
    return { pages: groupHits(hits, places, most), ...answer }
  }
}

function groupHits(hits: readonly number[], places: readonly Place[], most: number) {
  const groups = new Map<string, Place[]>()
  for (const place of hits.flatMap(section => places[section] ?? [])) {
    const group = groups.get(place.path) ?? []
    groups.set(place.path, group)
    group.push(place)
  }
  return Array.from(groups.values(), group => group.slice(0, MAX_OPTIONS)).slice(0, most)
}

export interface Segment {
  text: string
  marked: boolean
}

interface Range {
  start: number
  end: number
}

/** Characters of an excerpt, and those before the matches. */
const NARROW = { length: 160, lead: 40 }
/** Characters of these scripts are twice as wide, and say as much. */
const WIDE = { length: 90, lead: 24 }
const WIDE_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

export function highlight(text: string, terms: ReadonlySet<string>, analyse: Analyse) {
  return cutSegments(text, findMatches(text, terms, analyse), { start: 0, end: text.length })
}

/** Text around the place where matches are densest; the beginning when nothing matches. */
export function excerpt(source: string, terms: ReadonlySet<string>, analyse: Analyse) {
  const text = source.replace(/\s+/g, ' ').trim()
  const matches = findMatches(text, terms, analyse)
  const beginning = text.slice(0, 400)
  const wide = beginning.match(WIDE_CHARACTER)?.length ?? 0
  const { length, lead } = wide * 4 > beginning.length ? WIDE : NARROW
  const best = densest(matches, length - lead)
  const spare = Math.max(length - (best.end - best.start), 0)
  const wanted = Math.max(Math.min(best.start - Math.min(lead, spare), text.length - length), 0)
  const word = text.indexOf(' ', wanted) + 1
  const start = wanted === 0 ? 0 : cutAt(text, wanted, word, Math.min(best.start, wanted + lead) - word)
  const last = Math.min(start + length, text.length)
  const space = text.lastIndexOf(' ', last)
  const end = last === text.length ? last : cutAt(text, last, space, space - Math.max(best.end, last - lead))
  return [
    ...(start > 0 ? [{ text: '… ', marked: false }] : []),
    ...cutSegments(text, matches, { start, end }),
    ...(end < text.length ? [{ text: ' …', marked: false }] : []),
  ]
}

function findMatches(text: string, terms: ReadonlySet<string>, analyse: Analyse) {
  const matches: Range[] = []
  for (const { term, word, start, end } of analyse(text)) {
    if (!terms.has(term) && !terms.has(word)) continue
    const last = matches.at(-1)
    if (last && start <= last.end && isSpaced(text[last.start]!) === isSpaced(text[start]!))
      last.end = Math.max(last.end, end)
    else matches.push({ start, end })
  }
  return matches
}

/** Words and parts of names; in scripts without spaces, whole words only. */
export function findWords(...given: Parameters<typeof findMatches>) {
  return findMatches(...given).flatMap(match => wholeWords(given[0], match))
}

/** The words that a match covers: エクスポート has no ポート. Korean words are followed by particles. */
function wholeWords(text: string, match: Range): Range[] {
  let { start, end } = match
  if (isSpaced(text[start]!)) return [match]
  while (start > 0 && !isSpaced(text[start - 1]!)) start--
  while (end < text.length && !isSpaced(text[end]!)) end++
  const starts = wordStarts(text.slice(start, end)).map(at => start + at)
  if (starts.length === 0) return [match]
  const whole: Range[] = []
  starts.forEach((word, at) => {
    const next = starts[at + 1] ?? end
    if (word < match.start || word >= match.end) return
    if (next > match.end && !/\p{Script=Hangul}/u.test(text[word]!)) return
    const last = whole.at(-1)
    if (last?.end === word) last.end = Math.min(next, match.end)
    else whole.push({ start: word, end: Math.min(next, match.end) })
  })
  return whole
}

function densest(matches: readonly Range[], length: number) {
  let best = { start: 0, end: 0 }
  let most = 0
  for (const [first, { start }] of matches.entries()) {
    let covered = 0
    for (let at = first; at < matches.length; at++) {
      const match = matches[at]!
      if (at > first && match.end - start > length) break
      covered += match.end - match.start
      if (covered > most) best = { start, end: match.end }
      most = Math.max(most, covered)
    }
  }
  return best
}

/** Cuts at a border of words where there is one in `room`, else at `index`, but not inside a surrogate pair. */
function cutAt(text: string, index: number, border: number, room: number) {
  if (border > 0 && room >= 0) return border
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index
}

function cutSegments(text: string, matches: readonly Range[], window: Range) {
  const segments: Segment[] = []
  const push = (start: number, end: number, marked: boolean) => {
    if (end > start) segments.push({ text: text.slice(start, end), marked })
  }
  let position = window.start
  const shown = matches.filter(({ start, end }) => end > window.start && start < window.end)
  for (const match of shown.flatMap(each => wholeWords(text, each))) {
    if (match.end <= window.start || match.start >= window.end) continue
    push(position, match.start, false)
    push(Math.max(match.start, position), Math.min(match.end, window.end), true)
    position = match.end
  }
  push(position, window.end, false)
  return segments
}
