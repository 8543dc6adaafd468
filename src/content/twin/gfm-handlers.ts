import type {
  Delete,
  FootnoteDefinition,
  FootnoteReference,
  ListItem,
  RootContent,
  Table,
  TableCell,
} from 'mdast'
import { defaultHandlers, type Handle, type Options } from 'mdast-util-to-markdown'

type Parameter = Parameters<Handle>

/**
 * GitHub's additions as text. Those of the packages that read them would come with all that writes Markdown to every site
 * that only reads it.
 */
export const GFM_HANDLERS = {
  delete: (...[node, , state, info]: Parameter) =>
    `~~${state.containerPhrasing(node as Delete, { ...info, before: '~', after: '~' })}~~`,
  footnoteReference: (node: FootnoteReference) => `[^${node.label ?? node.identifier}]`,
  footnoteDefinition,
  listItem,
  table,
} as unknown as NonNullable<Options['handlers']>

/** Marks that mean something since these additions. */
export const GFM_UNSAFE: NonNullable<Options['unsafe']> = [{ character: '~', inConstruct: 'phrasing' }]

function footnoteDefinition(...[node, , state, info]: Parameter): string {
  const { label, identifier, children } = node as FootnoteDefinition
  const text = state.containerFlow({ type: 'root', children }, info)
  const lines = state.indentLines(text, (line, index, blank) => (index === 0 || blank ? '' : '    ') + line)
  return `[^${label ?? identifier}]: ${lines}`
}

/** One of a list to tick has its box behind the bullet. */
function listItem(...[node, parent, state, info]: Parameter): string {
  const { checked } = node as ListItem
  const text = defaultHandlers.listItem(node as ListItem, parent, state, info)
  if (typeof checked !== 'boolean') return text
  return text.replace(/^(?:[*+-]|\d+\.) {1,3}/, bullet => `${bullet}[${checked ? 'x' : ' '}] `)
}

function table(...[node, , state, info]: Parameter): string {
  const { align, children } = node as Table
  const rows = children.map(row => {
    const cells = row.children.map(cell => cellText(cell, state, info))
    return `| ${cells.join(' | ')} |`
  })
  const [first] = children
  const marks = first?.children.map((_cell, index) => ALIGNMENTS[align?.[index] ?? 'none']) ?? []
  return [rows[0], `| ${marks.join(' | ')} |`, ...rows.slice(1)].join('\n')
}

const ALIGNMENTS = { left: ':-', right: '-:', center: ':-:', none: '-' }

/** In a cell, a bar ends it wherever it stands, and a line break ends the table. */
function cellText(cell: TableCell, state: Parameter[2], info: Parameter[3]): string {
  const text = state.containerPhrasing(cell as RootContent & TableCell, { ...info, before: '|', after: '|' })
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim()
}
