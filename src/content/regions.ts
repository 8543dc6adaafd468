/** Lines cut out of a file; `line` is the 1-based line of the file that the first one is. */
export interface Excerpt {
  lines: string[]
  line: number
}

/** Region marks of the usual editors: how comments begin, the word, the name. */
const MARK =
  /^(\/\/|\/\*|<!--|#pragma(?=\s)|REM|::|--|#|'|;)\s*#?(region|begin|end\s?(?:region)?)\b[:*]?\s*"?([\w$-]*)/i

/**
 * A named region, dedented, without its mark lines and those of regions inside it; undefined when there is none. It ends
 * with a mark like the one that it begins with. An end need not have a name.
 */
export function findRegion(lines: readonly string[], name: string): Excerpt | undefined {
  const marks = lines.flatMap((line, index) => {
    const [, style = '', word = '', named = ''] = MARK.exec(line.trimStart()) ?? []
    const isEnd = /^end/i.test(word)
    if (word === '' || (named === '' && !isEnd)) return []
    return [{ index, style: style === '::' ? 'rem' : style.toLowerCase(), isEnd, name: named }]
  })
  const at = marks.findIndex(mark => !mark.isEnd && mark.name === name)
  const start = marks[at]
  if (!start) return undefined
  let depth = 0
  let last = marks.length
  for (const [index, mark] of marks.entries()) {
    if (index <= at || mark.style !== start.style) continue
    if (mark.isEnd && (mark.name === name || (depth === 0 && mark.name === ''))) {
      last = index
      break
    }
    if (!mark.isEnd) depth += 1
    else if (mark.name === '') depth -= 1
  }
  const first = start.index + 1
  const inner = new Set(marks.slice(at + 1, last).map(({ index }) => index - first))
  const kept = lines
    .slice(first, marks[last]?.index)
    .filter((line, index) => !inner.has(index) || !/region/i.test(line))
  const indents = kept.filter(line => line.trim() !== '').map(line => line.search(/[^ \t]/))
  const shared = indents.reduce((least, indent) => Math.min(least, indent), Infinity)
  return { lines: Number.isFinite(shared) ? kept.map(line => line.slice(shared)) : kept, line: first + 1 }
}

/** The part of a page below the heading with an explicit id. */
export function findHeadingPart(lines: readonly string[], id: string): Excerpt | undefined {
  const depthOf = (line = '') => /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0
  const start = lines.findIndex(line => line.startsWith('#') && line.trimEnd().endsWith(`{#${id}}`))
  const depth = depthOf(lines[start])
  if (depth === 0) return undefined
  const length = lines.slice(start + 1).findIndex(line => depthOf(line) > 0 && depthOf(line) <= depth)
  return { lines: lines.slice(start, length === -1 ? undefined : start + 1 + length), line: start + 1 }
}

/** Takes the lines of a range such as `3,10`, `3,`, `,10` or `4`; undefined when it is not a range. */
export function takeRange({ lines, line }: Excerpt, range: string): Excerpt | undefined {
  const [, first = '', comma, last = ''] = /^\s*(\d*)\s*(,)?\s*(\d*)\s*$/.exec(range) ?? []
  if (first === '' && comma === undefined) return undefined
  const from = first === '' ? 1 : Number(first)
  const to = comma === undefined ? from : last === '' ? lines.length : Number(last)
  return { lines: lines.slice(from - 1, to), line: line + from - 1 }
}
