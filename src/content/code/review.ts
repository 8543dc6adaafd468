import type { Code } from 'mdast'
import { type Fence, FENCE_OPTIONS } from './fence.ts'
import { MARKER_NAMES, type MarkerProblem } from './markers.ts'
import { type PageContext, placeOf, placeInLine } from '../page-context.ts'
import { nearest } from '../../lib/text.ts'
import type { Place } from '../../schema/finding.ts'

/** Bidirectional controls can make code read differently than it runs ("Trojan Source"). */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/
const BRACED = /\{[^{}]{0,200}\}|\[[^[\]]{0,200}\]|=(?:"[^"]{0,200}"|'[^']{0,200}'|\S*)/g
/** Words that are shorter are near to anything; those that are a little longer must have the same letters. */
const MIN_OPTION = 4
const SHORT_OPTION = 6

/** Findings of a fence itself: what its info string says in vain, and characters that mislead. */
export function reviewFence(node: Code, fence: Fence, context: PageContext, inGroup: boolean): void {
  const place = placeOf(context, node)
  if (BIDI.test(node.value)) {
    const message = 'This code holds invisible characters that change the direction of text.'
    context.findings.push({ rule: 'markdown/bidi-in-code', severity: 'warning', place, message })
  }
  if (fence.meta === '') return
  if (fence.beyond !== undefined) {
    const message = `The code has no line ${fence.beyond} to highlight: it has ${node.value.split('\n').length}.`
    context.findings.push({
      rule: 'markdown/code-lines',
      severity: 'warning',
      place: placeInFence(context, node, String(fence.beyond)),
      message,
    })
  }
  if (fence.folded && inGroup) {
    const message = 'A block of a code group cannot be folded; it is shown as the others are.'
    context.findings.push({ rule: 'markdown/code-option', severity: 'warning', place, message })
  }
  for (const word of fence.meta.replace(BRACED, ' ').split(/[\s:]+/)) reviewOption(word, node, context)
}

/** Only what looks like an option that there is: other tools have options of their own. */
function reviewOption(word: string, node: Code, context: PageContext): void {
  if (word.length < MIN_OPTION || FENCE_OPTIONS.includes(word)) return
  const near = nearest(
    word,
    FENCE_OPTIONS.filter(name => name[0] === word[0]?.toLowerCase()),
  )
  if (near === undefined || (word.length < SHORT_OPTION && sorted(word) !== sorted(near))) return
  context.findings.push({
    rule: 'markdown/code-option',
    severity: 'warning',
    place: placeInFence(context, node, word),
    message: `\`${word}\` is no option of a code block; it does nothing.`,
    hint: `Did you mean \`${near}\`?`,
  })
}

function sorted(word: string): string {
  return [...word].toSorted().join('')
}

const PROBLEMS: Record<Exclude<MarkerProblem['reason'], 'unknown'>, string> = {
  nothing: 'marks nothing',
  beyond: 'goes beyond the last line of the code',
}

/** Findings of markers in the code. */
export function reviewMarkers(node: Code, problems: readonly MarkerProblem[], context: PageContext): void {
  for (const { row, marker, reason } of problems) {
    const place = placeInLine(context, firstLine(node) + row, marker)
    const rule = 'markdown/code-marker'
    if (reason === 'unknown') {
      const near = nearest(/^\[!code ([^\s:\]]+)/.exec(marker)?.[1] ?? '', MARKER_NAMES)
      const message = `\`${marker}\` is no marker that is known; it is shown as text.`
      const hint = near
        ? `Did you mean \`[!code ${near}]\`?`
        : 'Write `[!!code` to show a marker, or one of: `++`, `--`, `highlight`, `focus`, `error`, `warning`, `word:…`.'
      context.findings.push({ rule, severity: 'warning', place, message, hint })
    } else {
      const message = `\`${marker}\` ${PROBLEMS[reason]}.`
      context.findings.push({ rule, severity: 'warning', place, message })
    }
  }
}

/** Line of the body that the code begins on: indented code has no line of a fence before it. */
function firstLine({ position, value }: Code): number {
  const { start, end } = position ?? { start: { line: 1 }, end: { line: 1 } }
  const isFenced = end.line - start.line >= value.split('\n').length
  return start.line + (isFenced ? 1 : 0)
}

function placeInFence(context: PageContext, node: Code, text: string): Place {
  return placeInLine(context, node.position?.start.line ?? 1, text)
}
