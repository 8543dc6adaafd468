import { type Pair, isMap, isScalar, parseDocument } from 'yaml'
import type { Section } from '../schema/page.ts'
import { align } from '../shared/align.ts'
import { ownSections } from '../shared/translations.ts'

/** A section of the source beside the section of the translation that says the same; one is absent where there is none. */
export interface SectionPair {
  source: Section | undefined
  translation: Section | undefined
}

/** Matches the own sections of two pages: by shared id, by title, by shared code, else by level and position. */
export function matchSections(source: readonly Section[], translation: readonly Section[]): SectionPair[] {
  const left = ownSections(source)
  const right = ownSections(translation)
  const titles = [left.find(hasHeading), right.find(hasHeading)]
  const pairs = align({ left: left.length, right: right.length }, (i, j) =>
    likeness(left[i], right[j], left[i] === titles[0] && right[j] === titles[1]),
  )
  return pairs.map(pair => ({ source: left[pair.left ?? -1], translation: right[pair.right ?? -1] }))
}

function hasHeading({ depth }: Section): boolean {
  return depth > 0
}

/** 0 when two sections cannot be the same. A shared id counts most, then both being titles, then shared code, then position. */
function likeness(a: Section | undefined, b: Section | undefined, areTitles: boolean): number {
  if (!a || !b) return 0
  if ((a.depth === 0) !== (b.depth === 0)) return 0
  const code =
    a.code.filter(block => b.code.includes(block)).length / Math.max(a.code.length, b.code.length, 1)
  const isLevel = a.depth === b.depth
  const title = areTitles && isLevel ? 1.5 : 0
  return (a.id === b.id ? 4 : 0) + title + 2 * code + (isLevel ? 1 : 0.25)
}

/** True when two pages have the same number of headings of their own, in the same levels. */
export function hasSameShape(a: readonly Section[], b: readonly Section[]): boolean {
  const depths = (sections: readonly Section[]) =>
    ownSections(sections)
      .map(section => section.depth)
      .filter(depth => depth > 0)
      .join()
  return depths(a) === depths(b)
}

const OPENING = /^\ufeff?---[ \t]*(\r\n|\n|\r)/
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m
const REST_OF_LINE = /^[^\r\n]*(?:\r\n|\n|\r|$)/
const KEY = 'source'
/** Words that YAML does not take for text. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** A translation with the stamp of its source in the frontmatter, the rest byte for byte; undefined for other frontmatter. */
export function stampText(text: string, stamp: Readonly<Record<string, string>>): string | undefined {
  const opening = OPENING.exec(text)
  const eol = opening?.[1] ?? /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const block = stampBlock(stamp, eol)
  const start = opening?.[0].length ?? 0
  const length = opening ? (CLOSING.exec(text.slice(start))?.index ?? -1) : -1
  if (length === -1) {
    const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
    return `${mark}---${eol}${block}---${eol}${eol}${text.slice(mark.length)}`
  }
  const stamped = stampYaml(text.slice(start, start + length), block)
  return stamped === undefined ? undefined : text.slice(0, start) + stamped + text.slice(start + length)
}

function stampYaml(yaml: string, block: string): string | undefined {
  const { contents, errors } = parseDocument(yaml)
  if (errors.length > 0) return undefined
  if (contents === null) return yaml + block
  if (!isMap(contents) || contents.flow) return undefined
  const pair = contents.items.find(item => isScalar(item.key) && item.key.value === KEY)
  if (!pair) return yaml + block
  const [start, end] = rangeOf(pair)
  // A block of keys ends after its line break, a value on one line before it, and a comment may follow.
  const rest = /[\r\n]$/.test(yaml.slice(0, end))
    ? yaml.slice(end)
    : yaml.slice(end).replace(REST_OF_LINE, '')
  return yaml.slice(0, start) + block + rest
}

function rangeOf(pair: Pair): [start: number, end: number] {
  const key = (pair.key as { range?: number[] }).range ?? []
  const value = (pair.value as { range?: number[] } | null)?.range ?? []
  const start = key[0] ?? 0
  const end = value[1] ?? key[1] ?? start
  return [start, end]
}

function stampBlock(stamp: Readonly<Record<string, string>>, eol: string): string {
  const lines = Object.entries(stamp).map(([id, hash]) => `  ${scalar(id)}: ${scalar(hash)}`)
  return lines.length > 0 ? [`${KEY}:`, ...lines, ''].join(eol) : `${KEY}: {}${eol}`
}

/** Plain where YAML reads it as text, else in double quotes: a hash of digits only is a number to YAML. */
function scalar(text: string): string {
  const isPlain = /^\(?[\p{L}\p{N}_][\p{L}\p{N}_-]*\)?$/u.test(text) && !/^[\d_]+(?:e\d+)?$/i.test(text)
  return isPlain && !RESERVED.test(text) && !/^0[xo]/i.test(text) ? text : JSON.stringify(text)
}
