import { OpenContainers } from './grammar.ts'
import { countMarkers, indentOf, LazyLines } from './lazy-lines.ts'
import { CODE, isBlank, type ScannedText } from './scan-lines.ts'

/** Deepest nesting of quotes, lists and containers. Real pages have a handful (quality 1.9). */
const MAX_DEPTH = 100

/**
 * What one paragraph may hold of the marks that the parser has to pair up, each search going through all others. Far
 * above what people write, far below what takes seconds.
 */
const INLINE_LIMITS: { what: string; pattern: RegExp; most: number }[] = [
  { what: 'emphasis marks', pattern: /[*_~]+/g, most: 4000 },
  { what: 'square brackets', pattern: /[[\]]/g, most: 8000 },
  { what: 'unfinished HTML comments or instructions', pattern: /<[!?]/g, most: 400 },
]
const BACKTICKS = /`+/g
/** Different lengths of backtick runs in a paragraph: each length is searched for from every run of it. */
const MAX_BACKTICK_LENGTHS = 100

/** Headings with a line below them: the parser goes through all before it for each. */
const MAX_UNDERLINED = 2000
/** Lines that go on with a paragraph of an item without being indented: the parser goes through those before for each. */
const MAX_LAZY = 5000
/** Cells of a table: rows that have fewer than the first are filled up. */
const MAX_COLUMNS = 1000
const MAX_CELLS = 200_000

const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/
/** The line below the first row of a table, quote marks apart. */
const TABLE_LINE = /^[ \t>]*[-:|][-:| \t]*$/

/** Why a text is refused before it reaches the parser. */
export interface LimitProblem {
  message: string
  /** 1-based line of the text. */
  line: number
}

/** Cheap look at a text for what would keep the parser busy for seconds or exhaust its stack (R-PATH-1). */
export function findLimitProblem(
  { text, lines, kinds }: ScannedText,
  names: ReadonlySet<string>,
): LimitProblem | undefined {
  if (text.length < 1000) return undefined
  const containers = new OpenContainers(names)
  const lazy = new LazyLines()
  let underlined = 0
  let start = 0
  for (let index = 0; index <= lines.length; index += 1) {
    const line = lines[index]
    if (line !== undefined && kinds[index] !== CODE) {
      containers.next(line)
      if (containers.depth + lineDepth(line) > MAX_DEPTH)
        return { message: `Blocks are nested more than ${MAX_DEPTH} deep here.`, line: index + 1 }
      if (index > start && UNDERLINE.test(line)) underlined += 1
      if (underlined > MAX_UNDERLINED) return { message: UNDERLINED, line: index + 1 }
      if (lazy.next(line) > MAX_LAZY) return { message: LAZY, line: index + 1 }
      if (!isBlank(line)) continue
    }
    // A paragraph ends here. Short ones cannot hold much.
    const problem = paragraphProblem(lines, start, index)
    if (problem) return problem
    start = index + 1
  }
  return undefined
}

const UNDERLINED = `More than ${MAX_UNDERLINED} headings of the page are written with a line below them; write \`#\` in front of them.`
const LAZY = `More than ${MAX_LAZY} lines up to here go on with a list item, a quote or a footnote without being indented or marked as part of it; indent them, or leave a line free before them.`

function paragraphProblem(lines: readonly string[], start: number, end: number): LimitProblem | undefined {
  let length = 0
  for (let index = start; index < end; index += 1) length += (lines[index]?.length ?? 0) + 1
  if (length < 1000) return undefined
  const own = lines.slice(start, end)
  const message = inlineProblem(own.join('\n')) ?? tableProblem(own)
  return message === undefined ? undefined : { message, line: start + 1 }
}

function tableProblem(lines: readonly string[]): string | undefined {
  const row = lines.findIndex(line => TABLE_LINE.test(line))
  const columns = lines[row]?.match(/-+/g)?.length ?? 0
  if (columns > MAX_COLUMNS) return `This table has more than ${MAX_COLUMNS} columns.`
  if (row !== -1 && columns * (lines.length - row) > MAX_CELLS)
    return `This table has more than ${MAX_CELLS} cells.`
  return undefined
}

function inlineProblem(paragraph: string): string | undefined {
  for (const { what, pattern, most } of INLINE_LIMITS) {
    const count = paragraph.match(pattern)?.length ?? 0
    if (count > most) return `This paragraph has ${count} ${what}; at most ${most} are read.`
  }
  const runs = paragraph.match(BACKTICKS) ?? []
  const lengths = new Set(runs.map(run => run.length)).size
  if (lengths > MAX_BACKTICK_LENGTHS)
    return `This paragraph has backtick runs of ${lengths} different lengths.`
  return undefined
}

/** How deep a line is in quotes and lists by its markers and, where it goes on with a list, its indentation: an estimate. */
function lineDepth(line: string): number {
  const count = countMarkers(line)
  return count + (count > 0 ? indentOf(line) / 2 : 0)
}
