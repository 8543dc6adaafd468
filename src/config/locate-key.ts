import { escapePattern } from '../lib/escape-pattern.ts'
import { entriesOf, findLiteral, skipValue } from './literal.ts'

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
