import { dedent } from './blocks.ts'
import { htmlElement, openTag, standsAlone } from './html-element.ts'
import { createTree, type JsxElement, type JsxNode } from './jsx-tree.ts'
import { maskCode } from './mask-code.ts'
import type { Converted, ElementContext, PageHost } from './page.ts'
import { readImports } from './read-imports.ts'
import { type JsxExpression, scanJsx } from './scan-jsx.ts'

/** The body of an MDX page as Markdown: imports, comments and known components are replaced, the rest is said. */
export function convertMdx(body: string, host: PageHost): string {
  const { markup } = maskCode(body)
  const { imports, blocks } = readImports(markup)
  const lineAt = (index: number) => body.slice(0, index).split('\n').length
  let bare = markup
  for (const { start, end, isExport } of blocks) {
    bare = bare.slice(0, start) + ' '.repeat(end - start) + bare.slice(end)
    if (isExport)
      host.differs('What a page exports is left out, and so is what it is used for', lineAt(start))
  }
  const modules = blocks.map(block => ({ kind: 'expression' as const, ...block, code: '' }))
  const parts = [...scanJsx(bare), ...modules].toSorted((a, b) => a.start - b.start)
  const context: ElementContext = {
    ...host,
    body,
    imports,
    lineAt,
    render: nodes => renderNodes(nodes, context),
  }
  return `${renderNodes(createTree(parts, body.length), context).trim()}\n`
}

function renderNodes(nodes: readonly JsxNode[], context: ElementContext): string {
  const out = new Output()
  for (const node of nodes) {
    if (node.kind === 'text') out.text(context.body.slice(node.start, node.end))
    else if (node.kind === 'expression') out.text(renderExpression(node, context))
    else out.converted(renderElement(node, context), indentAt(node.start, context.body))
  }
  return out.value
}

/** White space that an element's line begins with. */
function indentAt(index: number, body: string): string {
  const before = body.slice(body.lastIndexOf('\n', index - 1) + 1, index)
  return before.trim() === '' ? before : ''
}

/** Text that grows: what is empty leaves no line, and blocks stand between blank lines. */
class Output {
  value = ''
  #isGap = false
  #isBehindBlock = false

  text(text: string): void {
    if (text === '') {
      this.#isGap = true
      return
    }
    if (this.#isBehindBlock) this.value += text.replace(/^[ \t]*\n+/, '')
    else if (this.#isGap && this.#startsLine() && /^[ \t]*\n/.test(text)) this.#closeGap(text)
    else this.value += text
    this.#isGap = false
    this.#isBehindBlock = false
  }

  #startsLine(): boolean {
    return this.value.slice(this.value.lastIndexOf('\n') + 1).trim() === ''
  }

  /** The line that is left of something without text goes, and one of the blank lines around it. */
  #closeGap(text: string): void {
    const before = this.value.slice(0, this.value.lastIndexOf('\n') + 1)
    const after = text.slice(text.indexOf('\n') + 1)
    this.value =
      before + (before === '' || before.endsWith('\n\n') ? after.replace(/^(?:[ \t]*\n)+/, '') : after)
  }

  converted(converted: Converted, indent: string): void {
    if ('text' in converted) return this.text(converted.text)
    const before = this.value.trimEnd()
    const lines = converted.block.split('\n').map(line => (line === '' ? line : indent + line))
    this.value = `${before}${before === '' ? '' : '\n\n'}${lines.join('\n')}\n\n`
    this.#isBehindBlock = true
    this.#isGap = false
  }
}

const COMMENT = /^\s*\/\*([^]*)\*\/\s*$/
const STRING = /^\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*$/

function renderExpression({ code, start, end }: JsxExpression, context: ElementContext): string {
  const comment = COMMENT.exec(code)?.[1]
  const id = comment === undefined ? undefined : /^\s*(#\S+)/.exec(comment)?.[1]
  if (id !== undefined && isHeading(start, context.body)) return `{${id}}`
  if (comment !== undefined || code.trim() === '') return ''
  if (isDirective(start, context.body)) return context.body.slice(start, end)
  const text = STRING.exec(code)
  if (text) return text[1] ?? text[2] ?? text[3] ?? ''
  if (!code.startsWith('#') || !isHeading(start, context.body))
    context.differs('`{…}` is shown as it stands, not evaluated', context.lineAt(start))
  return context.body.slice(start, end)
}

function isHeading(index: number, body: string): boolean {
  return /^\s*#{1,6}\s/.test(body.slice(body.lastIndexOf('\n', index) + 1, index))
}

/** Attributes of a container: `:::tip[Title]{icon="star"}`. */
function isDirective(index: number, body: string): boolean {
  return /^\s*:{2,}[a-z]/i.test(body.slice(body.lastIndexOf('\n', index) + 1, index))
}

function renderElement(element: JsxElement, context: ElementContext): Converted {
  const { tag, children, start } = element
  if (tag.name === '' || tag.name === 'Fragment' || tag.name === 'React.Fragment') {
    const inner = context.render(children)
    return standsAlone(element, context.body) && inner.includes('\n')
      ? { block: dedent(inner) }
      : { text: inner }
  }
  if (/^[a-z]/.test(tag.name)) return htmlElement(element, context)
  const partial = context.partial(context.imports.get(tag.name) ?? '')
  if (partial !== undefined) return { block: `<!--@include: ${partial}-->` }
  const known = Object.hasOwn(context.components, tag.name) ? context.components[tag.name] : undefined
  const converted = known?.(element, context)
  if (converted) return converted
  const from = context.imports.get(tag.name)
  const source = from?.startsWith('.') || from?.startsWith('@site/') ? ` (\`${from}\`)` : ''
  context.differs(`The component \`<${tag.name}>\`${source} is not taken over`, context.lineAt(start))
  const open = openTag(tag, context)
  if (tag.isWhole) return { text: open }
  const inner = context.render(children)
  if (!standsAlone(element, context.body) || !inner.includes('\n'))
    return { text: `${open}${inner}</${tag.name}>` }
  return { block: `${open}\n\n${dedent(inner)}\n\n</${tag.name}>` }
}
