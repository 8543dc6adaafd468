import { escapePattern } from '../lib/text.ts'

/**
 * Finds the line and column (1-based) of a key or list entry in the text of a configuration file, by walking its path through
 * the literals; where a part is put together by a program, the next key of the name. With `value`, of that text below the
 * key. Falls back to the deepest part found, then to 1:1.
 */
export function locateKey(
  text: string,
  path: readonly PropertyKey[],
  value?: string,
): { line: number; column: number } {
  const exported = /\bexport\s+default\s+(?:[\w$]+\(\s*)?/.exec(text)
  let [found, below] = [0, exported ? exported.index + exported[0].length : 0]
  for (const part of path) {
    const next = findPart(text, part, below)
    if (!next) break
    found = next.start
    below = next.value
  }
  const index = (value !== undefined && findText(text, value, below)) || found
  const before = text.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}

/** An entry of an object or array literal in a source text. */
interface LiteralEntry {
  /** Undefined in arrays, and for what has no plain key, such as a spread. */
  name?: string | undefined
  start: number
  /** Where its value begins; of a shorthand `{ nav }` its name. */
  value: number
}

function findPart(text: string, part: PropertyKey, from: number): LiteralEntry | undefined {
  const literal = findLiteral(text, from)
  if (literal === undefined) return typeof part === 'number' ? undefined : findKey(text, String(part), from)
  const entries = entriesOf(text, literal)
  if (typeof part !== 'number') return entries.find(({ name }) => name === String(part))
  const isSpread = entries.slice(0, part + 1).some(({ start }) => text.startsWith('...', start))
  return isSpread ? undefined : entries[part]
}

/** The next key of a name after an index, whatever it belongs to. */
function findKey(text: string, key: string, from: number): LiteralEntry | undefined {
  const name = escapePattern(key)
  const pattern = new RegExp(`(?<![\\w$'"\`/])(?:(['"\`])${name}\\1|${name})(?=\\s*[:,}])\\s*:?\\s*`, 'g')
  pattern.lastIndex = from
  const found = pattern.exec(text)
  return found ? { start: found.index, value: pattern.lastIndex } : undefined
}

/** A text in quotes, inside the value at `from` where that is a literal. */
function findText(text: string, value: string, from: number): number | undefined {
  const literal = findLiteral(text, from)
  const end = literal === undefined ? text.length : endOf(text, literal)
  const places = ["'", '"', '`'].map(quote => text.indexOf(quote + value + quote, literal ?? from))
  const written = places.filter(index => index !== -1 && index < end)
  return written.length > 0 ? Math.min(...written) : undefined
}

/** Where the literal stands that is written at `from`, or that the variable named there is declared as. */
function findLiteral(text: string, from: number): number | undefined {
  const opens = (index: number) => /[[{]/.test(text[index] ?? '')
  if (opens(from)) return from
  const [name] = /^[\w$]+(?!\s*[(.\w$])/.exec(text.slice(from)) ?? []
  if (name === undefined) return undefined
  const declared = new RegExp(`\\b(?:const|let|var)\\s+${escapePattern(name)}\\b[^=;]*=\\s*`).exec(text)
  const value = declared ? declared.index + declared[0].length : -1
  return opens(value) ? value : undefined
}

function entriesOf(text: string, open: number): LiteralEntry[] {
  const entries: LiteralEntry[] = []
  let start = skipSpace(text, open + 1)
  while (start < text.length && !/[)\]}]/.test(text[start] ?? '')) {
    const [key = '', , quoted, plain, colon] =
      /^(?:(['"`])(.*?)\1|([\w$]+))\s*(:?)/.exec(text.slice(start)) ?? []
    const isKeyed = text[open] === '{'
    const value = isKeyed && colon ? skipSpace(text, start + key.length) : start
    entries.push({ name: isKeyed ? (quoted ?? plain) : undefined, start, value })
    const end = endOf(text, start)
    start = skipSpace(text, text[end] === ',' ? end + 1 : end)
  }
  return entries
}

/** Index of the comma or the bracket that ends the value at `from`. */
function endOf(text: string, from: number): number {
  const token = /\/\/.*|\/\*[^]*?\*\/|'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"|`(?:\\[^]|[^`\\])*`|[^]/g
  token.lastIndex = from
  let depth = 0
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (depth === 0 && /^[,)\]}]$/.test(found[0])) return found.index
    if (/^[([{]$/.test(found[0])) depth += 1
    if (/^[)\]}]$/.test(found[0])) depth -= 1
  }
  return text.length
}

function skipSpace(text: string, from: number): number {
  const [space = ''] = /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*/.exec(text.slice(from)) ?? []
  return from + space.length
}
