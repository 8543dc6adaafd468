import type { Element } from 'hast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import type { Paragraph } from 'mdast'
import { nearest } from '../../lib/nearest.ts'
import { contextOf, type PageContext, placeOf } from '../page-context.ts'
import { containerNames } from './containers.ts'

/** A paragraph; one that was meant to open a container is reported and stays ordinary text (B98). */
export function paragraphHandler(state: State, node: Paragraph): Element {
  const [first] = node.children
  if (first?.type === 'text' && first.value.startsWith('::')) {
    reportUnknown(node, first.value, contextOf(state.options.file ?? undefined))
  }
  return defaultHandlers.paragraph(state, node)
}

function reportUnknown(node: Paragraph, text: string, context: PageContext): void {
  const opening = /^(:{2,})[ \t]*(\S+)/.exec(text)
  const [, colons = '', name = ''] = opening ?? []
  const names = containerNames(context.options)
  if (!opening || (colons.length === 2 && !names.has(name))) return
  const near = nearest(name, names)
  const hint =
    colons.length === 2
      ? 'Write three colons.'
      : `${near ? `Did you mean \`${near}\`? ` : ''}Further names can be set under \`markdown.containers\`.`
  context.findings.push({
    rule: 'markdown/unknown-container',
    severity: 'warning',
    place: placeOf(context, node),
    message: `\`${colons} ${name}\` opens no container; the lines are shown as text.`,
    hint,
  })
}
