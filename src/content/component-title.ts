import type { Components } from './components/registry.ts'
import { readAttributes, readLabel } from './attributes.ts'
import { spansOf } from './code-spans.ts'

const START = /(?<![\w:/\\]):([a-z][a-z0-9-]{0,30})(?=[[{])/g

/** Longer ones are cut before anybody reads them. */
const LONGEST = 2000

/** The source of a heading without its components; of those that are text, their label stays. */
export function withoutComponents(source: string, components: Components): string {
  if (source.length > LONGEST || !source.includes(':')) return source
  const spans = spansOf(source)
  let kept = ''
  let at = 0
  for (const match of source.matchAll(START)) {
    const component = components.get(match[1] ?? '')
    const isCode = spans.some(({ start, end }) => start < match.index && match.index < end)
    if (match.index < at || isCode || !component?.kinds.includes('inline')) continue
    const from = match.index + match[0].length
    const label = readLabel(source, from)
    const end = readAttributes(source, label?.end ?? from)?.end ?? label?.end
    if (end === undefined) continue
    kept += source.slice(at, match.index) + (component.isText ? (label?.label ?? '') : '')
    at = !component.isText && kept.endsWith(' ') && source[end] === ' ' ? end + 1 : end
  }
  return kept + source.slice(at)
}
