/** A tag of JSX, or an expression in braces, in a text without code. Indices are those of the text. */
export type JsxPart = JsxTag | JsxExpression

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
