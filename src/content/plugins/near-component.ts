import type { ElementContent } from 'hast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import type { Text } from 'mdast'
import { namesOf } from '../components/registry.ts'
import { nearest } from '../../lib/nearest.ts'
import { contextOf, type PageContext } from '../page-context.ts'
import { placeInLine } from './raw-links.ts'

const DIRECTIVE = /(?<![\w:/]):([a-z][a-z0-9-]{2,31})[[{]/g

/** Text; what is nearly a component in a line is reported and stays text. */
export function textHandler(state: State, node: Text): ElementContent {
  if (node.value.includes(':')) reportNear(node, contextOf(state.options.file ?? undefined))
  return defaultHandlers.text(state, node) as ElementContent
}

function reportNear({ value, position }: Text, context: PageContext): void {
  for (const { index, 1: name = '' } of value.matchAll(DIRECTIVE)) {
    const names = [...namesOf(context.components, 'inline')].filter(known => known[0] === name[0])
    const near = nearest(name, names)
    if (near === undefined || near === name) continue
    const line = (position?.start.line ?? 1) + value.slice(0, index).split('\n').length - 1
    context.findings.push({
      rule: 'markdown/unknown-component',
      severity: 'warning',
      place: placeInLine(context, context.offset + line, `:${name}`),
      message: `\`:${name}\` is no component; it is shown as text.`,
      hint: `Did you mean \`:${near}\`?`,
    })
  }
}
