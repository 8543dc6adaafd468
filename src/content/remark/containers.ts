/** Block containers (`::: tip`), and GitHub's alerts, which become containers. */
import type { ElementContent, Properties } from 'hast'
import type { Blockquote, Nodes, PhrasingContent, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { element, text } from '../../lib/html.ts'
import { ALERTS, CODE_GROUP, CONTAINER_KINDS, CONTAINERS } from '../../schema/containers.ts'
import type { ContainerKind } from '../../schema/containers.ts'
import type { TextRun } from '../../schema/view.ts'
import { codeGroup, unclosedFence } from '../code/fence.ts'
import { splitToc, takeId } from '../headings.ts'
import { replaceEmoji } from './github.ts'
import { type ComponentNode, type ContainerNode, readRuns, replaceNodes } from '../tree.ts'
import { contextOf, type PageContext } from '../page-context.ts'
import { emptyContainer } from './syntax.ts'

const ALERT = /^\[!([a-z]+)\](?=[ \t\n]|$)/i

export function remarkBlocks() {
  return (tree: Root): void =>
    replaceNodes(tree, node => {
      if (node.type === 'paragraph') return splitToc(node)
      const alert = node.type === 'blockquote' ? alertOf(node) : undefined
      return alert && [alert]
    })
}

/** Reads a quote that starts with a line such as `[!NOTE]`; text after it is the title, as in VitePress. */
function alertOf({ children: [first, ...blocks], position }: Blockquote): ContainerNode | undefined {
  const text = first?.type === 'paragraph' ? first.children[0] : undefined
  if (first?.type !== 'paragraph' || text?.type !== 'text') return
  const [start = '', written = ''] = ALERT.exec(text.value) ?? []
  const name = written.toLowerCase()
  if (!ALERTS.has(name)) return
  const value = text.value.slice(start.length)
  const [line, rest] = splitLine([{ ...text, value }, ...first.children.slice(1)])
  const titleRuns = readRuns(line)
  const title = titleRuns.reduce((all, run) => all + run.text, '').trim()
  return {
    ...emptyContainer,
    name,
    title,
    ...(title !== '' && { titleRuns }),
    alert: true,
    children: rest.length === 0 ? blocks : [{ ...first, children: rest }, ...blocks],
    ...(position && { position }),
  }
}

function splitLine(nodes: readonly PhrasingContent[]): [line: PhrasingContent[], rest: PhrasingContent[]] {
  for (const [index, node] of nodes.entries()) {
    const line = nodes.slice(0, index)
    const rest = nodes.slice(index + 1)
    if (node.type === 'break') return [line, rest]
    const end = node.type === 'text' ? node.value.indexOf('\n') : -1
    if (node.type !== 'text' || end === -1) continue
    const value = node.value.slice(end + 1)
    line.push({ ...node, value: node.value.slice(0, end) })
    return [line, value === '' ? rest : [{ ...node, value }, ...rest]]
  }
  return [[...nodes], []]
}

export function noteContainer(
  node: ContainerNode | ComponentNode,
  parent: Nodes | undefined,
  page: PageContext,
) {
  const place = page.placeOf(node)
  page.containers.push({ name: node.name, place, own: place.file === page.source.file })
  if (node.closed) return
  // Code without an end took its colons.
  const last = node.children.at(-1)
  if (last?.type === 'code' && unclosedFence(last, page) !== undefined) return
  // Its colons end something else, or nothing.
  page.pendingEnds += 1
  const colons = ':'.repeat(node.size)
  const goesTo = (parent?.type ?? 'root') === 'root' ? 'the page' : 'the surrounding block'
  const isEndedByItsOwn = parent && 'closed' in parent && parent.closed && parent.size <= node.size
  page.report(node, {
    rule: 'markdown/unclosed-container',
    message: `\`${colons} ${node.name}\` isn't closed and continues to the end of ${goesTo}.`,
    hint: isEndedByItsOwn
      ? `Its \`${colons}\` closes the outer container. Open and close that one with \`${colons}:\`.`
      : `Write \`${colons}\` on its own line after the content, indented like the opening line.`,
  })
}

export function containerHandler(state: State, node: ContainerNode, parent?: Nodes) {
  const page = contextOf(state)
  noteContainer(node, parent, page)
  const kind = node.alert ? undefined : kindOf(node.name, page)
  const form = node.name === CODE_GROUP ? 'plain' : kind ? CONTAINERS[kind].form : 'box'
  const { className: own, isUntitled, ...properties } = readProperties(node, form, page)
  if (node.name === CODE_GROUP) {
    const group = codeGroup(node, page)
    return own.length === 0 && properties.id === undefined ? group : box('div', [], [group])
  }
  const children = state.wrap(state.all(node), true)
  if (form === 'plain') return box('div', [], children)
  if (form === 'slot') return box('div', ['slot'], children)
  const runs = (node.title !== '' && node.titleRuns) || [{ text: containerTitle(node, page) }]
  const title = runs.map((run: TextRun) => {
    const shown = page.options.emoji && !node.alert && !run.code ? replaceEmoji(run.text) : run.text
    const tags = [run.code ? ['code'] : [], run.strong ? ['strong'] : [], run.emphasis ? ['em'] : []].flat()
    return tags.reduce<ElementContent>((inner, tag) => element(tag, {}, [inner]), text(shown))
  })
  const className = kind ?? node.name
  if (form === 'details')
    return box('details', ['custom-block', className], [element('summary', {}, title), ...children])
  const classes = node.alert ? ['custom-block', 'alert', className] : ['custom-block', className]
  if (!isUntitled) children.unshift(marked('p', { className: ['custom-block-title'] }, title))
  return box('div', classes, children)

  function box(tag: string, className: string[], content: ElementContent[]) {
    const classes = [...className, ...own]
    return marked(tag, { ...properties, ...(classes.length > 0 && { className: classes }) }, content)
  }

  function marked(tag: string, given: Properties, content: ElementContent[]) {
    return element(tag, page.mark({ kind: 'properties', properties: given }), content)
  }
}

type Form = (typeof CONTAINERS)[ContainerKind]['form']

function readProperties({ attributes, name, position }: ContainerNode, form: Form, page: PageContext) {
  const read: Properties & { className: string[]; isUntitled: boolean } = { className: [], isUntitled: false }
  const { line, column } = position?.start ?? { line: 1, column: 1 }
  for (const { name: written, value, at } of attributes) {
    const place = page.placeAt(line, column + at)
    const text = value === true ? '' : value
    if (/^\../.test(written)) read.className.push(written.slice(1))
    else if (written === 'class') read.className.push(...text.split(/\s+/).filter(Boolean))
    else if (/^#./.test(written) || (written === 'id' && /^\S+$/.test(text)))
      read['id'] = takeId(written === 'id' ? text : written.slice(1), place, page)
    else if (written === 'open' && form === 'details') read['open'] = text !== 'false'
    else if (written === 'no-title' && form === 'box') read.isUntitled = true
    else {
      const known = { details: '`open`, ', box: '`no-title`, ', plain: '', slot: '' }[form]
      page.report(place, {
        rule: 'markdown/attribute',
        message: `\`${written}\` isn't an attribute of \`${name}\` and is ignored.`,
        hint: `Supported attributes: ${known}\`#id\` and \`.class\`. Write \`\\{\` for a literal brace in the title.`,
      })
    }
  }
  return read
}

/** Undefined for an alert. */
export function kindOf(name: string, { options: { containers } }: PageContext): ContainerKind | undefined {
  return Object.hasOwn(containers, name)
    ? containers[name]?.kind
    : CONTAINER_KINDS.find(kind => kind === name)
}

/** In the language of the page, not of an included file. */
export function containerTitle({ name, title, alert }: ContainerNode, page: PageContext) {
  const { containerTitles } = page.locale
  if (title !== '') return title
  if (alert) return containerTitles[`alert-${name}`] ?? name.toUpperCase()
  const { containers } = page.options
  const configured = Object.hasOwn(containers, name) ? containers[name]?.title : undefined
  const own = typeof configured === 'object' ? configured[page.source.locale] : configured
  const kind = kindOf(name, page) ?? name
  return own ?? containerTitles[kind] ?? kind.toUpperCase()
}
