import { OpenContainers } from './grammar.ts'
import { CODE, type ScannedText } from './scan-lines.ts'

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
  let start = 0
  for (let index = 0; index <= lines.length; index += 1) {
    const line = lines[index]
    if (line !== undefined && kinds[index] !== CODE) {
      containers.next(line)
      if (containers.depth + lineDepth(line) > MAX_DEPTH)
        return { message: `Blocks are nested more than ${MAX_DEPTH} deep here.`, line: index + 1 }
      if (line.trim() !== '') continue
    }
    // A paragraph ends here. Short ones cannot hold much.
    const message = inlineProblem(lines.slice(start, index))
    if (message !== undefined) return { message, line: start + 1 }
    start = index + 1
  }
  return undefined
}

function inlineProblem(lines: readonly string[]): string | undefined {
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0)
  if (length < 1000) return undefined
  const paragraph = lines.join('\n')
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

const MARKERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/

/** How deep a line is in quotes and lists by its markers and, where it goes on with a list, its indentation: an estimate. */
function lineDepth(line: string): number {
  const markers = MARKERS.exec(line)?.[0] ?? ''
  const count = markers.match(/>|[-+*]|\d{1,9}[.)]/g)?.length ?? 0
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
  return count + (count > 0 ? indent / 2 : 0)
}
