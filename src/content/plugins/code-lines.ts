import type { LineMark, MarkedWord } from '../code-markers.ts'
import { escapeText } from '../highlight-html.ts'

/** What is shown of code line by line; lines are 0-based. */
export interface LineMarks {
  marks: ReadonlyMap<number, ReadonlySet<LineMark>>
  words: readonly MarkedWord[]
  /** Number of the first line where numbers are part of the lines, which are as high as their text then. */
  first: number | undefined
  /** What the signs of a language's marks are called. */
  labels: Partial<Record<LineMark, string>>
}

/** Elements say what was added and removed to who does not see it. */
const TAGS: Partial<Record<LineMark, string>> = { added: 'ins', removed: 'del' }
const PART = /<[^<>]*>|[^<]+/g

/**
 * Highlighted code with an element for each line, so that a mark has a place in the text: colours and signs are left to the
 * style sheet, and copying gives the code alone.
 */
export function linesHtml(html: string, code: string, { marks, words, first, labels }: LineMarks): string {
  const texts = code.split('\n')
  return splitHtml(html)
    .map((line, index) => {
      const own = [...(marks.get(index) ?? [])]
      const tag = own.map(mark => TAGS[mark]).find(name => name !== undefined) ?? 'span'
      const found = words.filter(word => word.first <= index && index <= word.last).map(({ word }) => word)
      const inner = found.length === 0 ? line : markWords(line, texts[index] ?? '', found)
      const number = first === undefined ? '' : ` data-line="${first + index}"`
      const label = own.map(mark => labels[mark]).find(text => text !== undefined)
      const data = number + (label === undefined ? '' : ` data-label="${escapeText(label)}"`)
      return `<${tag} class="${['code-line', ...own].join(' ')}"${data}>${inner}\n</${tag}>`
    })
    .join('')
}

/** Cuts HTML where lines end; elements that go on are closed and opened again. */
function splitHtml(html: string): string[] {
  const lines: string[] = []
  const open: string[] = []
  let line = ''
  for (const [part] of html.matchAll(PART)) {
    if (part.startsWith('</')) open.pop()
    else if (part.startsWith('<')) open.push(part)
    const [text = '', ...others] = part.startsWith('<') ? [part] : part.split('\n')
    line += text
    for (const other of others) {
      lines.push(line + closings(open))
      line = open.join('') + other
    }
  }
  return [...lines, line]
}

function closings(open: readonly string[]): string {
  return open
    .map(tag => `</${/^<(\w+)/.exec(tag)?.[1]}>`)
    .toReversed()
    .join('')
}

/** Marks words in the HTML of a line; a word may go through several elements. */
function markWords(html: string, text: string, words: readonly string[]): string {
  const isMarked = new Uint8Array(text.length)
  for (const word of words) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
      isMarked.fill(1, at, at + word.length)
  }
  let at = 0
  return html.replace(PART, part => {
    if (part.startsWith('<')) return part
    const end = at + textLength(part)
    let marked = ''
    while (at < end) {
      const other = isMarked.indexOf(isMarked[at] === 1 ? 0 : 1, at)
      const stop = other === -1 ? end : Math.min(other, end)
      const piece = escapeText(text.slice(at, stop))
      marked += isMarked[at] === 1 ? `<mark>${piece}</mark>` : piece
      at = stop
    }
    return marked
  })
}

/** Characters of a text that was escaped. */
function textLength(html: string): number {
  return html.replace(/&\w+;/g, '&').length
}
