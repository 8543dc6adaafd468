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
  let [found, below] = [0, startOfConfig(text)]
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

/** What is exported: an object, or the argument of `defineConfig`. */
function startOfConfig(text: string): number {
  const exported = /\bexport\s+default\s+(?:[\w$]+\(\s*)?/.exec(text)
  return exported ? exported.index + exported[0].length : 0
}

function findPart(
  text: string,
  part: PropertyKey,
  from: number,
): { start: number; value: number } | undefined {
  const literal = findLiteral(text, from)
  if (literal === undefined) return typeof part === 'number' ? undefined : findKey(text, String(part), from)
  const entries = entriesOf(text, literal)
  if (typeof part !== 'number') return entries.find(({ name }) => name === String(part))
  const isSpread = ({ start }: { start: number }) => text.startsWith('...', start)
  return entries.slice(0, part + 1).some(isSpread) ? undefined : entries[part]
}

function findKey(text: string, key: string, from: number): { start: number; value: number } | undefined {
  const name = escapePattern(key)
  const pattern = new RegExp(`(?<![\\w$'"\`/])(?:(['"\`])${name}\\1|${name})(?=\\s*[:,}])\\s*:?\\s*`, 'g')
  pattern.lastIndex = from
  const found = pattern.exec(text)
  return found ? { start: found.index, value: pattern.lastIndex } : undefined
}

/** A text in quotes, inside the value at `from` where that is a literal. */
function findText(text: string, value: string, from: number): number | undefined {
  const literal = findLiteral(text, from)
  const end = literal === undefined ? text.length : skipValue(text, literal)
  const places = ["'", '"', '`'].map(quote => text.indexOf(quote + value + quote, literal ?? from))
  const written = places.filter(index => index !== -1 && index < end)
  return written.length > 0 ? Math.min(...written) : undefined
}

/** An entry of an object or array literal in a source text. */
interface LiteralEntry {
  /** Undefined in arrays, and for what has no plain key, such as a spread. */
  name?: string | undefined
  start: number
  /** Where its value begins; of a shorthand `{ nav }` its name. */
  value: number
}

/** The entries of the literal whose bracket stands at `open`. */
function entriesOf(text: string, open: number): LiteralEntry[] {
  const entries: LiteralEntry[] = []
  let index = skipSpace(text, open + 1)
  while (index < text.length && !/[)\]}]/.test(text[index] ?? '')) {
    entries.push({ start: index, ...(text[open] === '{' ? readKey(text, index) : { value: index }) })
    index = skipSpace(text, skipComma(text, skipValue(text, index)))
  }
  return entries
}

/** Where the literal stands that is written at `from`, or that the variable named there is declared as. */
function findLiteral(text: string, from: number): number | undefined {
  const opens = (index: number) => /[[{]/.test(text[index] ?? '')
  if (opens(from)) return from
  const [name = ''] = /^[\w$]+(?!\s*[(.\w$])/.exec(text.slice(from)) ?? []
  const declared = new RegExp(`\\b(?:const|let|var)\\s+${name.replaceAll('$', '\\$')}\\b[^=;]*=\\s*`)
  const declaration = name === '' ? undefined : declared.exec(text)
  const value = declaration ? declaration.index + declaration[0].length : -1
  return value !== -1 && opens(value) ? value : undefined
}

function readKey(text: string, start: number): Pick<LiteralEntry, 'name' | 'value'> {
  const key = /(?:(['"`])(.*?)\1|([\w$]+))\s*(:?)/y
  key.lastIndex = start
  const [, , quoted, plain, colon] = key.exec(text) ?? []
  return { name: quoted ?? plain, value: colon ? skipSpace(text, key.lastIndex) : start }
}

/** From the value at `from` to the comma or the bracket that ends it. */
function skipValue(text: string, from: number): number {
  let index = skipSpace(text, from)
  while (index < text.length && !/[,)\]}]/.test(text[index] ?? '')) {
    index = skipSpace(text, skipToken(text, index))
  }
  return index
}

function skipToken(text: string, from: number): number {
  if (/[([{]/.test(text[from] ?? '')) {
    let index = from + 1
    do index = skipComma(text, skipValue(text, index))
    while (index < text.length && !/[)\]}]/.test(text[index] ?? ''))
    return index + 1
  }
  const string = /'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"|`(?:\\[^]|[^`\\])*`/y
  string.lastIndex = from
  return string.test(text) ? string.lastIndex : from + 1
}

function skipComma(text: string, index: number): number {
  return text[index] === ',' ? index + 1 : index
}

/** Over white space and comments. */
function skipSpace(text: string, from: number): number {
  const space = /(?:\s|\/\/.*|\/\*[^]*?\*\/)*/y
  space.lastIndex = from
  space.test(text)
  return space.lastIndex
}
