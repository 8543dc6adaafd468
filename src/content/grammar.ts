/**
 * What opens and closes code and containers. The tokenizer asks here, and so does whoever tells the lines of a text apart
 * without parsing it. A line is given from where its parent begins: without the quote marks and the indentation of the
 * quote or list item that it belongs to.
 */

import { scanAllTags } from '../lib/html-tags.ts'
import { readLabel, readAfterName } from './attributes.ts'

/** Fenced code that is open. */
export interface CodeFence {
  mark: string
  size: number
}

/** First line of a container, see `openingContainer`. */
export interface ContainerOpening {
  /** Number of colons. */
  size: number
  name: string
  /** Rest of the line, empty when there is none. */
  title: string
  /** Index in the line of what stands behind the name. */
  nameEnd: number
}

/** A component as a line of its own, see `openingBlock`. */
export interface BlockOpening {
  name: string
  /** Index in the line of what stands behind the name. */
  nameEnd: number
}

const FENCE_START = /^ {0,3}(`{3,}|~{3,})/
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/
const CONTAINER_START = /^ {0,3}(:{3,})[ \t]*([^ \t:[{][^ \t[{]*)/
const BLOCK = /^ {0,3}::([a-z][a-z0-9-]*)(?=[[{ \t]|$)/
const CONTAINER_END = /^ {0,3}(:{3,})[ \t]*$/

/** The fence that a line opens, if it does. */
export function openingFence(line: string): CodeFence | undefined {
  const [start = '', run] = FENCE_START.exec(line) ?? []
  // Backticks further on make it code within a line.
  if (run === undefined || (run.startsWith('`') && line.includes('`', start.length))) return undefined
  return { mark: run.slice(0, 1), size: run.length }
}

/** True for a line that ends the code which `fence` opened. */
export function closesFence(line: string, { mark, size }: CodeFence): boolean {
  const run = FENCE_END.exec(line)?.[1] ?? ''
  return run.startsWith(mark) && run.length >= size
}

/** Three or more colons and a name (B94); whether the name is one of a container is for the caller to tell. */
export function openingContainer(line: string): ContainerOpening | undefined {
  const [start = '', colons, name] = CONTAINER_START.exec(line) ?? []
  if (colons === undefined || name === undefined) return undefined
  const nameEnd = start.length
  return { size: colons.length, name, title: titleOf(line.slice(nameEnd)), nameEnd }
}

/** A title may stand in square brackets right behind the name. */
function titleOf(rest: string): string {
  return readLabel(rest, 0)?.label ?? rest.trim()
}

/** Two colons and a name, with nothing behind but what a component may have there; whether it is one is for the caller to tell. */
export function openingBlock(line: string): BlockOpening | undefined {
  const [start = '', name] = BLOCK.exec(line) ?? []
  if (name === undefined || !readAfterName(line, start.length)) return undefined
  return { name, nameEnd: start.length }
}

/** Backticks that fence off code: more than those within. */
export function fenceAround(code: string): string {
  return markAround('`', code.match(/`{3,}/g) ?? [])
}

/** Colons of a container around Markdown: more than those of containers within. */
export function colonsAround(text: string): string {
  return markAround(':', text.match(/^[ \t]*:{3,}/gm)?.map(line => line.trimStart()) ?? [])
}

function markAround(mark: string, within: readonly string[]): string {
  return mark.repeat(within.reduce((most, run) => Math.max(most, run.length + 1), 3))
}

const TAG_LINE = /^ {0,3}<\/?[A-Za-z]/

/** True for a line that is nothing but tags, all of names that pass. */
export function isComponentLine(line: string, isElement: (name: string) => boolean): boolean {
  if (!TAG_LINE.test(line)) return false
  let at = 0
  for (const { start, end, nameEnd, name } of scanAllTags(line)) {
    if (line.slice(at, start).trim() !== '') return false
    if (!isElement(line.slice(nameEnd - name.length, nameEnd))) return false
    at = end
  }
  return at > 0 && line.slice(at).trim() === ''
}

/** True for a line that ends a container of `size` colons. */
export function closesContainer(line: string, size: number): boolean {
  return closingColons(line) >= size
}

function closingColons(line: string): number {
  return CONTAINER_END.exec(line)?.[1]?.length ?? 0
}

/** The containers that are open at the margin, followed line by line. Lines of code are not to be given. */
export class OpenContainers {
  readonly #names: ReadonlySet<string>
  readonly #sizes: number[] = []

  constructor(names: ReadonlySet<string>) {
    this.#names = names
  }

  /** How many are open after the lines so far. */
  get depth(): number {
    return this.#sizes.length
  }

  next(line: string): void {
    const colons = closingColons(line)
    const closed = this.#sizes.findIndex(size => size <= colons)
    if (closed !== -1) this.#sizes.length = closed
    const opening = openingContainer(line)
    if (opening && this.#names.has(opening.name)) this.#sizes.push(opening.size)
  }
}
