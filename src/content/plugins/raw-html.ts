import type { Element, ElementContent, Properties, Root, RootContent } from 'hast'
import type { Html, Nodes } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import type { VFile } from 'vfile'
import { element } from '../nodes.ts'
import { contextOf, finalOf, type PageContext, placeOf } from '../page-context.ts'
import { findHtmlRuns } from './html-runs.ts'
import { TAG, VOID } from './html-tags.ts'
import { markAddresses, TAG_MARK, takeAddresses } from './raw-links.ts'
import { checkElements, isLoneTag } from './unknown-elements.ts'

/** Parts of an author's HTML that a strict content security policy would block anyway (quality 3.2). */
const ACTIVE = /<(?:script|style)\b|\s(?:on[a-z]+|style|srcdoc)\s*=|=(?:\s*["'])?\s*(?:java|vb)script:/i
const INLINE_PARENTS = new Set(['paragraph', 'heading', 'tableCell', 'link', 'emphasis', 'strong', 'delete'])

/** Raw HTML as the site wants it: as it is, or as visible text. */
export function htmlHandler(state: State, node: Html, parent: Nodes | undefined): ElementContent {
  const context = contextOf(state.options.file ?? undefined)
  if (context.options.html === 'escape' || isLoneTag(node, context)) {
    const text = { type: 'text' as const, value: node.value }
    return parent && INLINE_PARENTS.has(parent.type) ? text : element('p', {}, [text])
  }
  if (ACTIVE.test(node.value)) {
    const message = 'Scripts, styles and event attributes in Markdown are left out of the page.'
    const hint = 'Put them into files of the public folder or into `templates/`.'
    context.findings.push({
      rule: 'markdown/raw-html',
      severity: 'warning',
      place: placeOf(context, node),
      message,
      hint,
    })
  }
  return { type: 'raw', value: closeElements(markAddresses(checkElements(node, context), node, context)) }
}

/** `<Badge />` is a whole element to its author; HTML would take it for an opening tag. */
function closeElements(html: string): string {
  if (!html.includes('/>')) return html
  return html.replace(TAG, (tag: string, ...[slash, name, attributes, end]: string[]) => {
    const isWhole = end === '/' && slash === '' && !VOID.test(name ?? '')
    return isWhole ? `<${name}${attributes}></${name}>` : tag
  })
}

/** Parses the raw HTML of a page, a run of blocks at a time, and makes it one tree with the others. */
export function parseRawHtml(tree: Root, file: VFile): Root {
  const context = contextOf(file)
  const runs = findHtmlRuns(tree.children)
  if (runs.length === 0) return tree
  const children: RootContent[] = []
  let at = 0
  for (const { start, end } of runs) {
    const run: Root = { type: 'root', children: tree.children.slice(start, end) }
    children.push(...tree.children.slice(at, start), ...(rehypeRaw()(run, file) as Root).children)
    at = end
  }
  children.push(...tree.children.slice(at))
  const parsed: Root = { type: 'root', children }
  const whole = context.options.html === 'sanitize' ? sanitize(parsed, context) : parsed
  cleanChildren(whole, context)
  return whole
}

function sanitize(tree: Root, context: PageContext): Root {
  const attributes = {
    ...defaultSchema.attributes,
    '*': [...(defaultSchema.attributes?.['*'] ?? []), 'dataMark', TAG_MARK],
  }
  const clean = rehypeSanitize({ ...defaultSchema, attributes })(tree) as Root
  restoreIds(clean, context)
  return clean
}

/** The sanitiser prefixes every id; those that docsgen itself gave are taken back. */
function restoreIds(parent: Root | Element, context: PageContext): void {
  for (const node of parent.children) {
    if (node.type !== 'element') continue
    const { id } = node.properties
    const isOwn =
      finalOf(context, node.properties)?.kind === 'heading' || String(id).startsWith('user-content-note-')
    if (typeof id === 'string' && isOwn) node.properties.id = id.replace(/^user-content-/, '')
    restoreIds(node, context)
  }
}

/** Drops what the content security policy would block, and comments; addresses inside the site become placeholders. */
function cleanChildren(parent: Root | Element, context: PageContext): void {
  const kept = parent.children.filter(
    node => node.type !== 'comment' && !(node.type === 'element' && /^(?:script|style)$/.test(node.tagName)),
  )
  parent.children = kept as typeof parent.children
  for (const node of kept) {
    if (node.type !== 'element') continue
    if (!finalOf(context, node.properties)) cleanProperties(node, context)
    cleanChildren(node, context)
  }
}

/** `<img name="querySelector">` would stand in the way of the document's own property (X-CLOB-1). */
function isClobbering(name: string, tag: string): boolean {
  return (
    (name === 'name' && /^(?:img|form|embed|iframe|object)$/.test(tag)) || (name === 'id' && tag === 'object')
  )
}

const ADDRESSES = new Set(['href', 'src', 'action', 'formAction', 'xLinkHref', 'data', 'poster'])

/** An address that would run code; browsers drop white space and control characters in front of and inside a scheme. */
function isScript(value: Properties[string]): boolean {
  // eslint-disable-next-line no-control-regex
  const bare = typeof value === 'string' ? value.slice(0, 200).replace(/[\u0000-\u0020]/g, '') : ''
  return /^(?:javascript|vbscript):|^data:(?!image\/)[a-z]+\//i.test(bare)
}

function cleanProperties(node: Element, context: PageContext): void {
  const entries = Object.entries(node.properties).filter(
    ([name, value]) =>
      !/^(?:on|style$|srcdoc$)/i.test(name) &&
      !isClobbering(name, node.tagName) &&
      !(ADDRESSES.has(name) && isScript(value)),
  )
  node.properties = Object.fromEntries(entries.map(([name, value]) => [name, value ?? null]))
  takeAddresses(node, context)
}
