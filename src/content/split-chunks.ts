import { CODE, scanLines, type ScannedLines } from './code-lines.ts'
import { hasOpenHtml } from './fold-fences.ts'
import type { LineOrigin } from '../schema/page.ts'

/** A run of lines that can be parsed by itself; `offset` is the number of lines before it. */
export interface Chunk {
  text: string
  offset: number
}

/** Definitions and footnotes work across a whole page; a page that has any is parsed in one piece. */
const DEFINITION = /\]:/
/** Where a definition begins, whatever its label holds. */
const DEFINITION_START = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*\[.*\]:/
/** Types such as `{ [name: string]: Function }` are no definitions. A run of marks ends at the next of its length. */
const INLINE_CODE = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g
/** In a line longer than this nobody looks for the end of code: that takes the square of its length. */
const LONG = 10_000
const HEADING = /^#{1,6}(?:[ \t]|$)/
const OPENING = /^ {0,3}(:{3,})[ \t]*([^\s:]\S*)/

/**
 * Cuts a body where included text begins and ends, if a heading stands there at which the parser starts afresh anyway:
 * at the margin, after a blank line, outside of code and containers. A file that is a page and included in another is
 * then parsed once.
 */
export function splitChunks(
  body: string,
  origins: readonly LineOrigin[],
  containers: ReadonlySet<string>,
): Chunk[] {
  const whole = [{ text: dropBlankEnd(body), offset: 0 }]
  if (origins.length < 2) return whole
  const scanned = scanLines(body)
  if (!scanned.certain || hasDefinition(scanned) || hasOpenHtml(scanned)) return whole
  const { lines } = scanned
  const fresh = findFreshHeadings(scanned, containers)
  const cuts = [0]
  for (const { from } of origins) {
    // Blank lines after included text belong to the page around it.
    let start = from - 1
    while ((lines[start] ?? '').trim() === '' && start < lines.length) start += 1
    if (fresh.has(start) && start > (cuts.at(-1) ?? 0)) cuts.push(start)
  }
  return cuts.map((start, index) => {
    return {
      text: dropBlankEnd(lines.slice(start, cuts[index + 1]).join('\n')),
      offset: start,
    }
  })
}

function hasDefinition({ lines, kinds }: ScannedLines): boolean {
  return lines.some(
    (line, index) =>
      kinds[index] !== CODE &&
      DEFINITION.test(line) &&
      (line.length > LONG || DEFINITION_START.test(line) || DEFINITION.test(line.replace(INLINE_CODE, '``'))),
  )
}

/** Indexes of the lines with a heading that nothing before it can reach. */
function findFreshHeadings({ lines, kinds }: ScannedLines, containers: ReadonlySet<string>): Set<number> {
  const fresh = new Set<number>()
  let open = 0
  lines.forEach((line, index) => {
    if (kinds[index] === CODE) return
    const colons = /^ {0,3}(:{3,})[ \t]*$/.exec(line)?.[1]?.length ?? 0
    if (open > 0) {
      if (colons >= open) open = 0
      return
    }
    const [, run, name] = OPENING.exec(line) ?? []
    if (run !== undefined && containers.has(name ?? '')) open = run.length
    else if (index > 0 && HEADING.test(line) && (lines[index - 1] ?? '').trim() === '') fresh.add(index)
  })
  return fresh
}

/** With one line end after the last line of text: blank lines differ between a page and where it is included. */
function dropBlankEnd(text: string): string {
  const end = text.indexOf('\n', text.trimEnd().length)
  return `${end === -1 ? text : text.slice(0, end)}\n`
}
