import { CODE, type ScannedText } from '../scan-lines.ts'

/** HTML blocks that blank lines do not end: a fence in one of them is no code. */
const OPEN_HTML = /^[ \t>]*<(?:!|\?|script|style|pre|textarea)/i

/** True when a line outside of code starts HTML that may go on over blank lines. */
export function hasOpenHtml({ lines, kinds }: ScannedText): boolean {
  return lines.some((line, index) => kinds[index] !== CODE && OPEN_HTML.test(line))
}
