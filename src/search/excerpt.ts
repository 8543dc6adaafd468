import type { Analyse } from './terms.ts'

export interface Segment {
  text: string
  marked: boolean
}

interface Range {
  start: number
  end: number
}

/** How many characters an excerpt has, and how many of them stand before the matches. */
const NARROW = { length: 160, lead: 40 }
/** Characters of these scripts are twice as wide, and say as much. */
const WIDE = { length: 90, lead: 24 }
const WIDE_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

export function highlight(text: string, terms: ReadonlySet<string>, analyse: Analyse): Segment[] {
  return cutSegments(text, findMatches(text, terms, analyse), { start: 0, end: text.length })
}

/** About 160 characters (90 of Chinese, Japanese or Korean text) around the place where matches are densest, marked; the beginning when nothing matches. */
export function excerpt(source: string, terms: ReadonlySet<string>, analyse: Analyse): Segment[] {
  const text = source.replace(/\s+/g, ' ').trim()
  const matches = findMatches(text, terms, analyse)
  const wide = text.match(WIDE_CHARACTER)?.length ?? 0
  const { length, lead } = wide * 4 > text.length ? WIDE : NARROW
  let window = { start: 0, end: text.length }
  if (text.length > length) {
    const best = densest(matches, length - lead)
    const spare = Math.max(length - (best.end - best.start), 0)
    const wanted = Math.min(Math.max(best.start - Math.min(lead, spare), 0), text.length - length)
    const start = wanted === 0 ? 0 : afterSpace(text, wanted, Math.min(best.start, wanted + lead))
    const end = Math.min(start + length, text.length)
    window = {
      start,
      end: end === text.length ? end : beforeSpace(text, end, Math.max(best.end, end - lead)),
    }
  }
  const segments = cutSegments(text, matches, window)
  if (window.start > 0) segments.unshift({ text: '… ', marked: false })
  if (window.end < text.length) segments.push({ text: ' …', marked: false })
  return segments
}

function findMatches(text: string, terms: ReadonlySet<string>, analyse: Analyse): Range[] {
  const ranges: Range[] = []
  for (const { term, word, start, end } of analyse(text)) {
    if (!terms.has(term) && !terms.has(word)) continue
    const last = ranges.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges
}

function densest(matches: readonly Range[], length: number): Range {
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

function afterSpace(text: string, from: number, limit: number): number {
  const space = text.indexOf(' ', from)
  return space >= 0 && space < limit ? space + 1 : wholeCharacter(text, from)
}

function beforeSpace(text: string, from: number, limit: number): number {
  const space = text.lastIndexOf(' ', from)
  return space >= limit ? space : wholeCharacter(text, from)
}

/** `index`, or the one before it when that would cut a surrogate pair in two. */
function wholeCharacter(text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index
}

function cutSegments(text: string, matches: readonly Range[], window: Range): Segment[] {
  const segments: Segment[] = []
  const push = (start: number, end: number, marked: boolean): void => {
    if (end > start) segments.push({ text: text.slice(start, end), marked })
  }
  let position = window.start
  for (const match of matches) {
    if (match.end <= window.start || match.start >= window.end) continue
    push(position, match.start, false)
    push(Math.max(match.start, position), Math.min(match.end, window.end), true)
    position = match.end
  }
  push(position, window.end, false)
  return segments
}
