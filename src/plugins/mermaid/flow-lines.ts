/**
 * Lines of flowcharts as the library reads them: white space around arrows, ids of Latin letters, labels in quotes. What it
 * would pass over in silence is a problem.
 */

/** What a line becomes, or the column from 1 of what cannot be drawn. */
export type ReadLine = { text: string; column?: undefined } | { text?: undefined; column: number }

const STATEMENT =
  /^(?:classDef\s+\w+\s+\S|class\s+[\w,-]+\s+\w|style\s+[\w,-]+\s+\S|linkStyle\s+[\w,]+\s+\S|direction\s)/
/** Shapes by how they open; the longest first. */
const SHAPES: [open: string, close: string][] = [
  ['(((', ')))'],
  ['([', '])'],
  ['((', '))'],
  ['[[', ']]'],
  ['[(', ')]'],
  ['[/', '\\]'],
  ['[\\', '/]'],
  ['{{', '}}'],
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ['>', ']'],
]
/** Arrows that are drawn; longer ones of the same kind become these. */
const ARROW = /<?(?:--+>|--+-|-?\.+->|-?\.+-|==+>|==+=)/y
/** What begins an arrow with a text in it: `-- yes -->`. */
const OPENING = /<?(?:--|-\.|==)(?=\s*[^\s>.=-])/y
const ID = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/uy
const SPACE = /\s*/y
const CLASS = /:::[\w-]+/y

/** Reads a line of a flowchart without white space around it. */
export function readFlowLine(line: string): ReadLine {
  if (STATEMENT.test(line)) return { text: line }
  return new FlowLine(line).read()
}

class FlowLine {
  readonly #line: string
  #at = 0
  readonly #parts: string[] = []

  constructor(line: string) {
    this.#line = line
  }

  read(): ReadLine {
    let expectsNode = true
    while (this.#at < this.#line.length) {
      const taken: boolean = expectsNode ? this.#takeNode() : this.#takeLink()
      if (!taken) return { column: this.#at + 1 }
      expectsNode = !expectsNode
      this.#take(SPACE)
    }
    return expectsNode ? { column: this.#at + 1 } : { text: this.#parts.join(' ') }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#line) ?? []
    if (found !== undefined) this.#at += found.length
    return found
  }

  /** `A[text]:::name` */
  #takeNode(): boolean {
    const start = this.#at
    const id = this.#take(ID)
    if (id === undefined) return false
    const own = latinId(id)
    const rest = this.#line.slice(this.#at)
    const shape = SHAPES.find(([open]) => rest.startsWith(open))
    let drawn = own === id ? own : `${own}[${id}]`
    if (shape) {
      const [open, close] = shape
      const end = endOfShape(rest, open.length, close)
      if (end === undefined) {
        this.#at = start
        return false
      }
      drawn = own + open + hiddenText(rest.slice(open.length, end)) + close
      this.#at += end + close.length
    }
    this.#parts.push(drawn + (this.#take(CLASS) ?? ''))
    return true
  }

  /** `-->`, `-->|text|`, `-- text -->`, `&` */
  #takeLink(): boolean {
    if (this.#line[this.#at] === '&') {
      this.#at += 1
      this.#parts.push('&')
      return true
    }
    const arrow = this.#take(ARROW)
    if (arrow !== undefined) {
      this.#parts.push(plainArrow(arrow) + this.#takeText())
      return true
    }
    const start = this.#at
    const opening = this.#take(OPENING)
    const end = opening === undefined ? Infinity : endOfText(this.#line, this.#at, opening)
    if (opening === undefined || end === Infinity) {
      this.#at = start
      return false
    }
    const text = hiddenText(this.#line.slice(this.#at, end))
    this.#at = end
    const closing = this.#take(ARROW)
    if (closing === undefined) return false
    this.#parts.push(`${plainArrow((opening.startsWith('<') ? '<' : '') + closing)}|${text}|`)
    return true
  }

  #takeText(): string {
    this.#take(SPACE)
    if (this.#line[this.#at] !== '|') return ''
    const quote = /^\|\s*"/.test(this.#line.slice(this.#at))
      ? this.#line.indexOf('"', this.#line.indexOf('"', this.#at) + 1)
      : this.#at
    const end = this.#line.indexOf('|', Math.max(quote, this.#at) + 1)
    if (end === -1) return ''
    const text = hiddenText(this.#line.slice(this.#at + 1, end))
    this.#at = end + 1
    return `|${text}|`
  }
}

/** First of the characters that stand for brackets in a label, which would end it for the library. */
const HIDDEN = 0xe000

/** A label without its quotes, brackets hidden. */
function hiddenText(label: string): string {
  const text = label.trim()
  const plain = text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
  return plain.replace(/[()[\]{}|]/g, sign => String.fromCharCode(HIDDEN + sign.charCodeAt(0)))
}

/** A label as it is shown. */
export function shownText(text: string): string {
  return text.replace(/[\ue028-\ue07d]/g, sign => String.fromCharCode(sign.charCodeAt(0) - HIDDEN))
}

/** Where a shape closes: not in what stands in quotes. */
function endOfShape(text: string, from: number, close: string): number | undefined {
  const quoted = /^\s*"/.exec(text.slice(from))
  const closing = quoted ? text.indexOf('"', from + quoted[0].length) : from
  const end = closing === -1 ? -1 : text.indexOf(close, closing)
  return end === -1 ? undefined : end
}

/** Where the arrow goes on after its text. */
function endOfText(line: string, from: number, opening: string): number {
  const sign = opening.replace('<', '')
  const found = (sign === '-.' ? ['.-', '-.-'] : [sign]).map(each => line.indexOf(each, from))
  return Math.min(...found.filter(at => at !== -1), Infinity)
}

function plainArrow(arrow: string): string {
  const start = arrow.startsWith('<') ? '<' : ''
  const isPointed = arrow.endsWith('>')
  if (arrow.includes('.')) return start + (isPointed ? '-.->' : '-.-')
  if (arrow.includes('=')) return start + (isPointed ? '==>' : '===')
  return start + (isPointed ? '-->' : '---')
}

/** The library knows ids of ASCII only. */
function latinId(id: string): string {
  if (/^[\w-]+$/.test(id)) return id
  return `u${[...id].map(character => character.codePointAt(0)?.toString(16)).join('_')}`
}
