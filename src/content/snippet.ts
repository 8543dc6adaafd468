/** Lines cut out of a file; `line` is the 1-based line of the file that the first one stands on. */
export interface Excerpt {
  lines: string[]
  line: number
}

/** Region marks of the usual editors, by comment style: the word, then the name (B90). */
const MARKS: { start: RegExp; end: RegExp }[] = [
  ...['\\/\\/', '\\/\\*', '<!--', '#', 'REM|::', '--', "'", ';'].map(comment => ({
    start: new RegExp(`^(?:${comment})\\s*#?(?:region|begin)\\b[:*]?\\s*([\\w$-]+)`, 'i'),
    end: new RegExp(`^(?:${comment})\\s*#?end\\s?(?:region)?\\b[:*]?\\s*([\\w$-]*)`, 'i'),
  })),
  { start: /^#pragma\s+region\s+([\w$-]+)/i, end: /^#pragma\s+endregion\b\s*([\w$-]*)/i },
  { start: /^#region\s+"?([\w$-]+)"?/i, end: /^#end ?region\b\s*"?([\w$-]*)"?/i },
]

/**
 * Cuts a named region out of a file: without its mark lines and those of regions inside it, dedented.
 * Undefined when there is no such region.
 */
export function findRegion(lines: readonly string[], name: string): Excerpt | undefined {
  for (const mark of MARKS) {
    const start = lines.findIndex(line => mark.start.exec(line.trim())?.[1] === name)
    if (start === -1) continue
    const end = findEnd(lines, { start, name, mark })
    const inner = lines.slice(start + 1, end)
    const kept = inner.filter(line => !MARKS.some(other => isMark(line.trim(), other)))
    return { lines: dedent(kept), line: start + 2 }
  }
  return undefined
}

/** Takes the lines of a range such as `3,10`, `3,`, `,10` or `4`; undefined when it is not a range. */
export function takeRange(excerpt: Excerpt, range: string): Excerpt | undefined {
  const [first = '', last, ...others] = range.split(',').map(part => part.trim())
  const isRange = others.length === 0 && /^\d*$/.test(first) && /^\d*$/.test(last ?? '')
  if (!isRange || range.trim() === '') return undefined
  const from = first === '' ? 1 : Number(first)
  const to = last === undefined ? from : last === '' ? excerpt.lines.length : Number(last)
  return { lines: excerpt.lines.slice(from - 1, to), line: excerpt.line + from - 1 }
}

function findEnd(
  lines: readonly string[],
  region: { start: number; name: string; mark: { start: RegExp; end: RegExp } },
): number {
  const { start, name, mark } = region
  let depth = 0
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').trim()
    const end = mark.end.exec(line)
    if (end && (end[1] === name || (depth === 0 && end[1] === ''))) return index
    if (end && end[1] === '') depth -= 1
    else if (mark.start.test(line)) depth += 1
  }
  return lines.length
}

function isMark(line: string, mark: { start: RegExp; end: RegExp }): boolean {
  return /region/i.test(line) && (mark.start.test(line) || mark.end.test(line))
}

/** Removes the indentation that all lines with text share. */
function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter(line => line.trim() !== '').map(line => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  const shared = indents.reduce((least, indent) => Math.min(least, indent), Infinity)
  return Number.isFinite(shared) ? lines.map(line => line.slice(shared)) : [...lines]
}
