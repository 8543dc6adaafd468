import { type Document, isCollection, isScalar, type Node, visit, type YAMLParseError } from 'yaml'

/** What is wrong with a YAML text, where, and what to do. */
export interface YamlProblem {
  message: string
  /** In the YAML text, 0-based. */
  offset: number
  hint?: string
}

type Error = Pick<YAMLParseError, 'code' | 'message' | 'pos'>

/** Explains an error of the YAML parser in the words of an author: nearly always a value lacks its quotes. */
export function describeYamlError(text: string, document: Document.Parsed, error: Error): YamlProblem {
  const [offset] = error.pos
  const opening = lastOpening(text, document, offset)
  const known = opening ? describeOpening(text, { opening, error, offset }) : undefined
  if (known) return known
  const value = restOfLine(text, offset)
  const first = value[0] ?? ''
  if (error.code === 'BLOCK_AS_IMPLICIT_KEY' && /^[^"'].*:(?:\s|$)/.test(value))
    return mustBeQuoted(text, offset, 'holds a colon')
  if (error.code === 'BAD_SCALAR_START') return mustBeQuoted(text, offset, `starts with ${code(first)}`)
  const glued = /^([^\s:"']+):(\S.*)/.exec(value)
  if (error.code === 'MULTILINE_IMPLICIT_KEY' && glued) {
    const hint = `Write \`${glued[1]}: ${glued[2]}\`.`
    return { offset, message: 'a key is followed by a colon and a space', hint }
  }
  return { offset, message: error.message }
}

/** What begins before the error and should have ended before it, too: that is where the author has to look. */
function describeOpening(
  text: string,
  { opening, error, offset }: { opening: Opening; error: Error; offset: number },
): YamlProblem | undefined {
  const { start, mark } = opening
  const isQuoted = mark === '"' || mark === "'"
  if (isQuoted && error.code === 'MISSING_CHAR' && error.message.startsWith('Missing closing'))
    return unclosedQuote(opening)
  if (!isQuoted && error.code === 'BAD_INDENT' && error.message.startsWith('Flow'))
    return { offset: start, message: `the bracket ${code(mark)} is never closed` }
  const goesOn = error.code === 'UNEXPECTED_TOKEN' && !text.slice(start, offset).includes('\n')
  if (!goesOn) return undefined
  return isQuoted ? closedTooEarly(text, opening) : mustBeQuoted(text, start, `starts with ${code(mark)}`)
}

function mustBeQuoted(text: string, offset: number, reason: string): YamlProblem {
  const hint = `Write ${code(keyBefore(text, offset) + inQuotes(restOfLine(text, offset)))}.`
  return { offset, message: `a value that ${reason} must be quoted`, hint }
}

/** A star starts the name of something written before: `title: *bold*` is none. */
export function describeAlias(text: string, offset: number): YamlProblem {
  return mustBeQuoted(text, offset, 'starts with `*`')
}

function unclosedQuote({ start, mark }: Opening): YamlProblem {
  const inside = mark === '"' ? '\\"' : "''"
  return {
    offset: start,
    message: `the quotation mark ${code(mark)} is never closed`,
    hint: `Close it at the end of the value; one inside the value is written ${code(inside)}.`,
  }
}

/** `'It's'`: the second mark was meant as a part of the value. */
function closedTooEarly(text: string, { start, mark }: Opening): YamlProblem {
  const value = restOfLine(text, start)
  const inner = value.endsWith(mark) && value.length > 1 ? value.slice(1, -1) : value
  return {
    offset: start,
    message: `the value goes on after its closing quotation mark ${code(mark)}`,
    hint: `Write ${code(keyBefore(text, start) + inQuotes(inner))}.`,
  }
}

/** The key that the value at `offset` belongs to, as it is written on its line. */
function keyBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trimStart()
}

function restOfLine(text: string, offset: number): string {
  return /.*/.exec(text.slice(offset))?.[0].trimEnd() ?? ''
}

function inQuotes(value: string): string {
  return value.includes("'") && !/["\\]/.test(value) ? `"${value}"` : `'${value.replaceAll("'", "''")}'`
}

/** As Markdown writes code: with as many backticks as it takes. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

interface Opening {
  start: number
  /** Quotation mark or bracket. */
  mark: string
}

/** The last value in quotes or brackets that begins before `offset`. */
function lastOpening(text: string, document: Document.Parsed, offset: number): Opening | undefined {
  let last: number | undefined
  visit(document, {
    Node(_, node: Node) {
      const start = node.range?.[0] ?? offset
      if (start >= offset || start < (last ?? 0)) return
      if (isCollection(node) ? node.flow : isScalar(node) && node.type?.startsWith('QUOTE')) last = start
    },
  })
  return last === undefined ? undefined : { start: last, mark: text[last] ?? '' }
}
