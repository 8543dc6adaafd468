/**
 * Finds the line and column (1-based) of a key in the text of a configuration file, by walking its path through the
 * source: each part is searched after the one before. With `value`, of that text below the key. Falls back to the deepest
 * part found, then to 1:1.
 */
export function locateKey(
  text: string,
  path: readonly PropertyKey[],
  value?: string,
): { line: number; column: number } {
  let offset = 0
  let found = 0
  for (const part of path) {
    if (typeof part === 'number') continue
    const next = findKey(text, String(part), offset)
    if (next === -1) break
    found = next
    offset = next + String(part).length
  }
  if (value !== undefined) {
    const written = ["'", '"', '`'].map(quote => text.indexOf(quote + value + quote, offset))
    found = Math.min(...written.map(index => (index === -1 ? Infinity : index)))
    if (found === Infinity) return locateKey(text, path)
  }
  const before = text.slice(0, found)
  return { line: before.split('\n').length, column: found - before.lastIndexOf('\n') }
}

function findKey(text: string, key: string, from: number): number {
  const name = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`(?<![\\w$'"\`/])(?:(['"\`])${name}\\1|${name})(?=\\s*[:,}])`, 'g')
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}
