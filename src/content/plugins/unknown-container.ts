import type { Element } from 'hast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import type { Paragraph, PhrasingContent, Text } from 'mdast'
import { nearest } from '../../lib/nearest.ts'
import { namesOf } from '../components/registry.ts'
import type { Finding, Place } from '../../schema/finding.ts'
import { closesContainer, openingBlock } from '../grammar.ts'
import { contextOf, type PageContext } from '../page-context.ts'
import { placeInLine } from './raw-links.ts'

/** A paragraph; lines in it that were meant to open or to end a container are reported and stay text (B98). */
export function paragraphHandler(state: State, node: Paragraph): Element {
  const context = contextOf(state.options.file ?? undefined)
  for (const { text, whole, line } of colonLines(node)) {
    const found = { text, whole, place: placeInLine(context, context.offset + line, text) }
    if (whole && closesContainer(text, 3)) reportUnopened(found, context)
    else reportUnknown(found, context)
  }
  return defaultHandlers.paragraph(state, node)
}

interface ColonLine {
  /** From the colons up to the end of the line, or to what is no plain text in it. */
  text: string
  /** There is nothing but text. */
  whole: boolean
  /** Within the piece, 1-based. */
  line: number
}

function colonLines({ children }: Paragraph): ColonLine[] {
  if (!children.some(hasColons)) return []
  return children.flatMap((child, index) => {
    if (!hasColons(child)) return []
    const before = children[index - 1]?.type ?? 'break'
    const after = children[index + 1]?.type ?? 'break'
    const parts = child.value.split('\n')
    return parts
      .map((text, row) => ({
        text,
        whole: row < parts.length - 1 || after === 'break',
        starts: row > 0 || before === 'break',
        line: (child.position?.start.line ?? 1) + row,
      }))
      .filter(({ text, starts }) => starts && text.startsWith('::'))
  })
}

function hasColons(child: PhrasingContent): child is Text {
  return child.type === 'text' && child.value.includes('::')
}

type Found = Pick<ColonLine, 'text' | 'whole'> & { place: Place }

function reportUnknown({ text, whole, place }: Found, context: PageContext): void {
  const opening = /^(:{2,})[ \t]*([^\s:[{][^\s[{]*)/.exec(text)
  const [, colons = '', name = ''] = opening ?? []
  if (whole && colons.length === 2 && /^::[a-z][a-z0-9-]*[[{]/i.test(text) && openingBlock(text)) {
    context.findings.push(unknownBlock(name, place, context))
    return
  }
  const names = context.containerNames
  if (!opening || (colons.length === 2 && !names.has(name))) return
  context.endsToCome += 1
  const near = nearest(name, names)
  const hint =
    colons.length === 2
      ? 'Write three colons.'
      : `${near ? `Did you mean \`${near}\`? ` : ''}Further names can be set under \`markdown.containers\`.`
  context.findings.push({
    rule: 'markdown/unknown-container',
    severity: 'warning',
    place,
    message: `\`${colons} ${name}\` opens no container; the lines are shown as text.`,
    hint,
  })
}

function unknownBlock(name: string, place: Place, { components }: PageContext): Finding {
  const known = components.get(name)
  const near = nearest(name, namesOf(components, 'block'))
  const message = known
    ? `\`::${name}\` is no component that is a line of its own; it is shown as text.`
    : `\`::${name}\` is no component; it is shown as text.`
  const hint = known
    ? `Write \`${known.kinds.includes('inline') ? `:${name}[…]` : `:::${name}`}\`.`
    : near && `Did you mean \`::${near}\`?`
  return {
    rule: 'markdown/unknown-component',
    severity: 'warning',
    place,
    message,
    ...(hint ? { hint } : {}),
  }
}

/** Colons that belong to something reported already are no second mistake. */
function reportUnopened({ text, place }: Found, context: PageContext): void {
  if (context.endsToCome > 0) {
    context.endsToCome -= 1
    return
  }
  context.findings.push({
    rule: 'markdown/unopened-container',
    severity: 'warning',
    place,
    message: `\`${text.trim()}\` ends no container; it is shown as text.`,
    hint: 'Remove it, or indent it as the line is that opens its container.',
  })
}
