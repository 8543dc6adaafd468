import { CODE, findCodeLines } from './code-lines.ts'

/** A run of lines that can be parsed by itself; `offset` is the number of lines before it. */
export interface Chunk {
  text: string
  offset: number
}

/** Definitions and footnotes work across a whole page; a page that has any is parsed in one piece. */
const DEFINITION = /^[ \t>]*(?:[-+*]|\d+[.)])?[ \t]*\[[^\]\n]+\]:/m
/** HTML blocks that blank lines do not end. */
const OPEN_HTML = /^[ \t>]*<(?:!|\?|script|style|pre|textarea)/im
const HEADING = /^#{1,6}(?:[ \t]|$)/
const OPENING = /^ {0,3}(:{3,})[ \t]*([^\s:]\S*)/

/**
 * Cuts a body before the headings at which the parser starts afresh anyway: at the margin, after a blank line, outside of
 * code and containers. Equal sections, included here and a page there, are then parsed once.
 */
export function splitChunks(body: string, containers: ReadonlySet<string>): Chunk[] {
  if (DEFINITION.test(body) || OPEN_HTML.test(body)) return [{ text: body, offset: 0 }]
  const lines = body.split('\n')
  const kinds = findCodeLines(lines)
  const cuts = [0]
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
    else if (index > 0 && HEADING.test(line) && (lines[index - 1] ?? '').trim() === '') cuts.push(index)
  })
  return cuts.map((start, index) => ({ text: lines.slice(start, cuts[index + 1]).join('\n'), offset: start }))
}
