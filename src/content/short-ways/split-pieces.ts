import type { LineOrigin } from '../../schema/page.ts'
import { OpenContainers } from '../grammar.ts'
import { CODE, isBlank, type ScannedText, sliceLines } from '../scan-lines.ts'
import { hasOpenHtml } from './open-html.ts'

/** A run of lines that can be parsed by itself; `offset` is the number of lines before it. */
export interface Piece {
  text: ScannedText
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

/**
 * Cuts a body where included text begins and ends, if a heading stands there at which the parser starts afresh anyway:
 * at the margin, after a blank line, outside of code and containers. A file that is a page and included in another is
 * then parsed once.
 */
export function splitPieces(
  body: ScannedText,
  origins: readonly LineOrigin[],
  names: ReadonlySet<string>,
): Piece[] {
  if (origins.length < 2 || !body.certain || hasDefinition(body) || hasOpenHtml(body) || hasOpenElement(body))
    return [{ text: body, offset: 0 }]
  const { lines } = body
  const fresh = findFreshHeadings(body, names)
  const cuts = [0]
  for (const { from } of origins) {
    // Blank lines after included text belong to the page around it.
    let start = from - 1
    while (start < lines.length && isBlank(lines[start])) start += 1
    if (fresh.has(start) && start > (cuts.at(-1) ?? 0)) cuts.push(start)
  }
  return cuts.map((start, index) => ({ text: sliceLines(body, start, cuts[index + 1]), offset: start }))
}

/** A tag that is a line of its own, of a name that may be one of a component: what stands between it and its end is its content. */
const ELEMENT = /^[ \t>]*<(?:[A-Z]|[a-z]+-)/

function hasOpenElement({ lines, kinds }: ScannedText): boolean {
  return lines.some((line, index) => kinds[index] !== CODE && ELEMENT.test(line))
}

function hasDefinition({ lines, kinds }: ScannedText): boolean {
  return lines.some(
    (line, index) =>
      kinds[index] !== CODE &&
      DEFINITION.test(line) &&
      (line.length > LONG || DEFINITION_START.test(line) || DEFINITION.test(line.replace(INLINE_CODE, '``'))),
  )
}

/** Indexes of the lines with a heading that nothing before it can reach. */
function findFreshHeadings({ lines, kinds }: ScannedText, names: ReadonlySet<string>): Set<number> {
  const fresh = new Set<number>()
  const containers = new OpenContainers(names)
  lines.forEach((line, index) => {
    if (kinds[index] === CODE) return
    containers.next(line)
    if (index > 0 && containers.depth === 0 && HEADING.test(line) && isBlank(lines[index - 1]))
      fresh.add(index)
  })
  return fresh
}
