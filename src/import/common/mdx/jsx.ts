import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

/** A tag of JSX, or an expression in braces, in a text without code. Indices are those of the text. */
type JsxPart = JsxTag | JsxExpression

export interface JsxTag {
  kind: 'tag'
  start: number
  end: number
  /** As written: `Tabs`, `div`, `Tabs.Item`; empty for a fragment. */
  name: string
  attributes: Map<string, JsxValue>
  closes: boolean
  /** `<Name />`. */
  isWhole: boolean
}

export interface JsxExpression {
  kind: 'expression'
  start: number
  end: number
  /** What stands between the braces. */
  code: string
}

/** A string, `true` for an attribute without a value, or code. */
export type JsxValue = string | true | { code: string }

const NAME = /[A-Za-z][\w.:-]*/y
const ATTRIBUTE = /[A-Za-z_$@:][\w$.:-]*/y
/** HTML elements that have no end tag. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/

/** Tags and expressions of a text, in order; what does not end is text. */
export function scanJsx(text: string): JsxPart[] {
  const parts: JsxPart[] = []
  const opener = /\\.|[<{]/gs
  for (let match = opener.exec(text); match; match = opener.exec(text)) {
    const start = match.index
    if (match[0].startsWith('\\')) continue
    const part = match[0] === '{' ? readExpression(text, start) : readTag(text, start)
    if (!part) continue
    parts.push(part)
    opener.lastIndex = part.end
  }
  return parts
}

function readExpression(text: string, start: number): JsxExpression | undefined {
  const end = skipBraces(text, start)
  return end === undefined
    ? undefined
    : { kind: 'expression', start, end, code: text.slice(start + 1, end - 1) }
}

/** Behind the brace that closes the one at `start`; strings and comments hold none. */
function skipBraces(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length && at - start < LONGEST; at += 1) {
    const sign = text[at]
    if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    else if (sign === '/' && text[at + 1] === '*') at = behind(text, '*/', at + 2) - 1
    else if (sign === '"' || sign === "'" || sign === '`') at = behindString(text, sign, at)
    if (depth === 0) return at + 1
  }
  return undefined
}

/** Longer expressions are none. */
const LONGEST = 20_000

/** Index behind the next `sign`; where there is none, that of the end. */
function behind(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found === -1 ? text.length : found + sign.length
}

/** Index of the quote that ends a string; of the one that opens it where none does in its line: an apostrophe. */
function behindString(text: string, quote: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === quote) return at
    else if (text[at] === '\n' && quote !== '`') return start
  }
  return start
}

function readTag(text: string, start: number): JsxTag | undefined {
  const closes = text[start + 1] === '/'
  NAME.lastIndex = start + (closes ? 2 : 1)
  const name = NAME.exec(text)?.[0] ?? ''
  let at = start + (closes ? 2 : 1) + name.length
  if (name === '' && text[at] !== '>') return undefined
  const attributes = new Map<string, JsxValue>()
  for (;;) {
    at = skipSpace(text, at)
    if (text[at] === '>') {
      const isWhole = !closes && (VOID.test(name) || text[at - 1] === '/')
      return { kind: 'tag', start, end: at + 1, name, attributes, closes, isWhole }
    }
    if (text[at] === '/') at += 1
    else if (text[at] === '{') at = skipBraces(text, at) ?? text.length
    else {
      const next = readAttribute(text, at, attributes)
      if (next === undefined) return undefined
      at = next
    }
  }
}

/** Adds the attribute at an index; the index behind it. */
function readAttribute(text: string, at: number, attributes: Map<string, JsxValue>): number | undefined {
  ATTRIBUTE.lastIndex = at
  const name = ATTRIBUTE.exec(text)?.[0]
  if (name === undefined) return undefined
  const behind = at + name.length
  if (text[behind] !== '=') {
    attributes.set(name, true)
    return behind
  }
  const quote = text[behind + 1] ?? ''
  if (quote === '{') {
    const end = skipBraces(text, behind + 1)
    if (end === undefined) return undefined
    attributes.set(name, valueOf(text.slice(behind + 2, end - 1).trim()))
    return end
  }
  if (quote !== '"' && quote !== "'") return undefined
  const end = text.indexOf(quote, behind + 2)
  if (end === -1) return undefined
  attributes.set(name, text.slice(behind + 2, end))
  return end + 1
}

/** `{'text'}` is a string, `{true}` an attribute alone. */
function valueOf(code: string): JsxValue {
  const text = /^(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)$/.exec(code)
  if (text) return text[1] ?? text[2] ?? text[3] ?? ''
  return code === 'true' ? true : { code }
}

function skipSpace(text: string, at: number): number {
  let next = at
  while (/\s/.test(text[next] ?? '')) next += 1
  return next
}

/** What a text in MDX consists of. Indices are those of the text. */
export type JsxNode = JsxText | JsxElement | JsxExpression

interface JsxText {
  kind: 'text'
  start: number
  end: number
}

export interface JsxElement {
  kind: 'element'
  tag: JsxTag
  /** Of the start tag, and behind the end tag. */
  start: number
  end: number
  children: JsxNode[]
}

interface Open {
  /** None for the text as a whole. */
  tag?: JsxTag
  children: JsxNode[]
}

/** The tree of a text's parts; a tag without its other one is text. */
export function createTree(parts: readonly JsxPart[], length: number): JsxNode[] {
  const pairs = pairTags(parts)
  const stack: Open[] = [{ children: [] }]
  let at = 0
  const children = () => (stack.at(-1) as Open).children
  const takeText = (end: number, next: number) => {
    if (end > at) children().push({ kind: 'text', start: at, end })
    at = next
  }
  for (const part of parts) {
    if (part.kind === 'expression') {
      takeText(part.start, part.end)
      children().push(part)
    } else if (part.isWhole) {
      takeText(part.start, part.end)
      children().push({ kind: 'element', tag: part, start: part.start, end: part.end, children: [] })
    } else if (part.closes && pairs.has(part)) {
      takeText(part.start, part.end)
      const { tag, children: inner } = stack.pop() as Required<Open>
      children().push({ kind: 'element', tag, start: tag.start, end: part.end, children: inner })
    } else if (pairs.has(part)) {
      takeText(part.start, part.end)
      stack.push({ tag: part, children: [] })
    }
  }
  takeText(length, length)
  return stack[0]?.children ?? []
}

/** The tags that have their other one. */
function pairTags(parts: readonly JsxPart[]): Set<JsxTag> {
  const paired = new Set<JsxTag>()
  const open: JsxTag[] = []
  for (const part of parts) {
    if (part.kind !== 'tag' || part.isWhole) continue
    if (!part.closes) {
      open.push(part)
      continue
    }
    const at = open.findLastIndex(tag => tag.name === part.name)
    const start = open[at]
    if (!start) continue
    paired.add(start).add(part)
    open.length = at
  }
  return paired
}

/** A block of fenced code: indices of its lines, the fences included. */
export interface FencedCode {
  first: number
  last: number
  /** Language and options, as written. */
  info: string
}

/** MDX: indented text is no code, and there is no HTML. */
const SYNTAX = { extensions: [{ disable: { null: ['codeIndented', 'htmlFlow', 'htmlText'] } }] }

/** Finds code in MDX. `markup` is the text with spaces in place of code, so that places are those of the text. */
export function maskCode(text: string): { markup: string; fences: FencedCode[] } {
  const fences: FencedCode[] = []
  let markup = text
  const visit = (node: Nodes): void => {
    if ('children' in node) node.children.forEach(visit)
    if ((node.type !== 'code' && node.type !== 'inlineCode') || !node.position) return
    const { start, end } = node.position
    const code = text.slice(start.offset, end.offset)
    markup = markup.slice(0, start.offset) + code.replace(/[^\n]/g, ' ') + markup.slice(end.offset)
    const [, info = ''] = /^[`~]+(.*)/.exec(code) ?? []
    if (node.type === 'code') fences.push({ first: start.line - 1, last: end.line - 1, info })
  }
  visit(fromMarkdown(text, SYNTAX))
  return { markup, fences }
}

/** The lines of a text that are JavaScript. */
interface ModuleLines {
  /** Imported name → what it is imported from. */
  imports: Map<string, string>
  /** Offsets of each block of imports or exports. */
  blocks: { start: number; end: number; isExport: boolean }[]
}

/** Finds imports and exports: a block of them begins a line at the margin and ends with a blank line outside of braces. */
export function readImports(markup: string): ModuleLines {
  const blocks: ModuleLines['blocks'] = []
  const imports = new Map<string, string>()
  let at = 0
  let depth = 0
  let open: ModuleLines['blocks'][number] | undefined
  let isFresh = true
  for (const line of markup.split('\n')) {
    const isBlank = line.trim() === ''
    if (open && isBlank && depth <= 0) open = undefined
    if (!open && isFresh && /^(?:import|export)\b(?=[\s{*'"])/.test(line)) {
      open = { start: at, end: at, isExport: line.startsWith('export') }
      blocks.push(open)
      depth = 0
    }
    if (open) {
      depth += count(line, '{(') - count(line, '})')
      open.end = at + line.length
      if (/^export\b/.test(line)) open.isExport = true
    }
    isFresh = isBlank
    at += line.length + 1
  }
  for (const { start, end } of blocks) addImports(markup.slice(start, end), imports)
  return { imports, blocks }
}

function count(line: string, signs: string): number {
  return [...line].filter(sign => signs.includes(sign)).length
}

function addImports(code: string, imports: Map<string, string>): void {
  for (const statement of code.split(/;|\n(?=import\b)/)) {
    const [before = '', behind = ''] = splitAtLast(statement.trim(), ' from ')
    const names = before.startsWith('import ') ? before.slice('import '.length) : undefined
    const source = /^\s*['"]([^'"\n]+)['"]/.exec(behind)?.[1]
    if (names === undefined || source === undefined) continue
    for (const name of names.replace(/[{}]/g, ',').split(',')) {
      const [imported = '', local = imported] = name.trim().split(' as ')
      if (local.trim()) imports.set(local.trim(), source)
    }
  }
}

function splitAtLast(text: string, sign: string): string[] {
  const at = text.lastIndexOf(sign)
  return at === -1 ? [] : [text.slice(0, at), text.slice(at + sign.length)]
}
