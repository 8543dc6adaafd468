import { fenceAround } from '../../../content/includes.ts'
import {
  type JsxElement,
  type JsxNode,
  createTree,
  maskCode,
  readImports,
  type JsxExpression,
  scanJsx,
  type JsxTag,
  type JsxValue,
  type FencedCode,
} from './jsx.ts'

/** What the parts of an MDX page are converted with. */
export interface PageHost {
  /** The generator's components by name. */
  components: Readonly<Record<string, ConvertElement>>
  /** True for text that is MDX; else it is Markdown with HTML. */
  isMdx: boolean
  /** Where an address leads here; undefined where it stays as it is. */
  address(url: string, kind: 'link' | 'image'): string | undefined
  /** The page that an import of a file stands for, relative to the new page; undefined for what is none. */
  partial(file: string): string | undefined
  /** Says what is left out or different; `line` is one of the body, 1-based. */
  differs(what: string, line: number): void
}

/** A component in Markdown; undefined where it has to stay what it is. */
export type ConvertElement = (element: JsxElement, context: ElementContext) => Converted | undefined

/** Blocks stand alone, other text in its line. */
type Converted = { block: string } | { text: string }

export interface ElementContext extends PageHost {
  /** The body, and the names that it imports → what from. */
  body: string
  imports: ReadonlyMap<string, string>
  /** Children in Markdown. */
  render(nodes: readonly JsxNode[]): string
  lineAt(index: number): number
}

/** Text without the white space that all its lines begin with, and without blank lines around it. */
export function dedent(text: string): string {
  const lines = text.replace(/\t/g, '  ').split('\n')
  const rest = lines.slice(1).filter(line => line.trim() !== '')
  const first = lines[0]?.trim() === '' ? [] : [lines[0]?.trimStart() ?? '']
  const indent = Math.min(...rest.map(line => line.length - line.trimStart().length))
  const cut = lines.slice(1).map(line => line.slice(Math.min(indent, line.length)))
  const all = [...first, ...cut]
  while (all[0]?.trim() === '') all.shift()
  while (all.at(-1)?.trim() === '') all.pop()
  return all.join('\n')
}

/** A container around Markdown, with more colons than those within. */
export function container(name: string, opening: string, content: string): string {
  const colons = colonsAround(content)
  return `${colons} ${name}${opening}\n\n${content}\n\n${colons}`
}

/** ` {key="value"}` with what is there. */
export function attributes(given: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}="${value.replaceAll('"', "'")}"`],
  )
  return parts.length > 0 ? `{${parts.join(' ')}}` : ''
}

/** Code in a fence that is longer than those within. */
export function fence(code: string, info: string): string {
  const marks = fenceAround(code)
  return `${marks}${info}\n${code.replace(/^\n/, '').trimEnd()}\n${marks}`
}

/** Colons of a container around Markdown: more than those of containers within. */
function colonsAround(text: string): string {
  const within = text.match(/^[ \t]*:{3,}/gm) ?? []
  return ':'.repeat(within.reduce((most, run) => Math.max(most, run.trimStart().length + 1), 3))
}

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

const RENAMED: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for', tabIndex: 'tabindex' }
/** What code may be around an address: `useBaseUrl('/a.png')`, `require('./a.png').default`. */
const ADDRESS_CALL = /^(?:useBaseUrl|require)\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?$/
/** Elements that hold blocks: Markdown in one of them is parsed in a paragraph of its own. */
const BLOCK =
  /^(?:article|aside|blockquote|center|dd|details|div|dl|dt|figcaption|figure|footer|header|li|main|nav|ol|section|table|tbody|td|tfoot|th|thead|tr|ul)$/

/** An element of HTML in JSX, as HTML around Markdown. */
function htmlElement(element: JsxElement, context: ElementContext): Converted {
  const { tag, children } = element
  const open = openTag(tag, context)
  if (tag.isWhole) return { text: open }
  if (tag.name === 'style' || tag.name === 'script') {
    context.differs(`\`<${tag.name}>\` is left out`, context.lineAt(tag.start))
    return { text: '' }
  }
  const close = `</${tag.name}>`
  const inner = context.render(children)
  const isBlock = BLOCK.test(tag.name) && standsAlone(element, context.body)
  if (!isBlock || (!inner.includes('\n') && !/[`*_[\]]/.test(inner)))
    return { text: `${open}${inner}${close}` }
  return { block: `${open}\n\n${dedent(inner)}\n\n${close}` }
}

/** True for an element that begins its line. */
function standsAlone({ start }: JsxElement, body: string): boolean {
  return body.slice(body.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
}

/** The start tag with attributes that HTML has. */
function openTag(tag: JsxTag, context: ElementContext): string {
  const kept = [...tag.attributes].flatMap(([name, value]) => attribute(name, value, tag, context) ?? [])
  return `<${[tag.name, ...kept].join(' ')}${tag.isWhole ? ' /' : ''}>`
}

function attribute(name: string, value: JsxValue, tag: JsxTag, context: ElementContext): string | undefined {
  const key = RENAMED[name] ?? name
  if (value === true) return key
  const text = typeof value === 'string' ? value : readCode(value.code, context)
  if (text !== undefined) return `${key}="${text.replaceAll('"', '&quot;')}"`
  if (name !== 'key')
    context.differs(`Attributes with code (\`${name}={…}\`) are left out`, context.lineAt(tag.start))
  return undefined
}

/** What an attribute's code comes to, where it is a number or an address. */
function readCode(code: string, { imports }: ElementContext): string | undefined {
  if (/^\d+(?:\.\d+)?$/.test(code)) return code
  const called = ADDRESS_CALL.exec(code)?.[1]
  if (called !== undefined) return called
  const imported = imports.get(code) ?? imports.get(code.replace(/\.src$/, ''))
  return imported !== undefined && /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(imported) ? imported : undefined
}

/** The text of an attribute; undefined where it is code, or not there. */
export function textOf({ tag }: JsxElement, name: string, context?: ElementContext): string | undefined {
  const value = tag.attributes.get(name)
  if (typeof value === 'string') return value
  return typeof value === 'object' && context ? readCode(value.code, context) : undefined
}

/** Comments that mark lines, alone in theirs: `// highlight-next-line`, `<!-- highlight-start -->`. */
const MAGIC =
  /^\s*(?:\/\/|\/\*|\{\/\*|#|<!--|--|%|;|'|REM)\s{0,9}([a-z]+(?:-[a-z]+)*)-(next-line|start|end)\s{0,9}(?:\*\/\}?|-->)?\s*$/
const RANGE = /(?<![=\w])\{[\d,\-\s]+\}/
/** Marks of lines by other names: `ins={1-2}`, `mark={3}`. */
const MARKED = /\s?\b(ins|del|mark)=\{(?:"[^"]*"\s*:\s*)?([\d,\-\s]+)\}/g

interface CodeHost {
  differs(what: string, line: number): void
}

/** Options of code blocks and marks of their lines in the words of docsgen. */
export function convertCode(text: string, host: CodeHost): string {
  const lines = text.split('\n')
  for (const code of maskCode(text).fences.toReversed()) {
    const converted = convertBlock(lines, code, host)
    if (converted) lines.splice(code.first, code.last - code.first + 1, ...converted)
  }
  return lines.join('\n')
}

function convertBlock(lines: readonly string[], code: FencedCode, host: CodeHost): string[] | undefined {
  const opening = lines[code.first] ?? ''
  const inner = lines.slice(code.first + 1, code.last)
  const info = convertInfo(code.info, code.first + 1, host)
  // With a range in the first line, comments are none.
  const { kept, marked } = RANGE.test(info) ? { kept: inner, marked: [] } : takeComments(inner)
  const given = marked.length > 0 ? `${info.trimEnd()} {${ranges(marked)}}` : info
  if (given === code.info && kept.length === inner.length) return undefined
  const start = opening.slice(0, opening.length - code.info.length)
  return [start + given, ...kept, lines[code.last] ?? '']
}

function convertInfo(info: string, line: number, host: CodeHost): string {
  if (/\slive\b/.test(info)) host.differs('Code that ran in the page (`live`) is shown alone', line)
  if (/\snpm2yarn\b/.test(info))
    host.differs('Tabs of package managers (`npm2yarn`) are one block of code', line)
  const marks = [...info.matchAll(MARKED)].map(match => match[2] ?? '')
  if (marks.length === 0) return info
  if (/\b(?:ins|del)=/.test(info))
    host.differs('Lines marked as added or removed (`ins`, `del`) are highlighted', line)
  const own = RANGE.exec(info)?.[0].slice(1, -1)
  const bare = info.replace(MARKED, '').replace(RANGE, '').trimEnd()
  return `${bare} {${[...(own === undefined ? [] : [own]), ...marks].join(',')}}`
}

/** `1-3,5`. */
function ranges(rows: readonly number[]): string {
  const found: [first: number, last: number][] = []
  for (const row of rows) {
    const open = found.at(-1)
    if (open?.[1] === row - 1) open[1] = row
    else found.push([row, row])
  }
  return found.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',')
}

/** Takes comments that mark lines away; `marked` are 1-based numbers of what is left. */
function takeComments(lines: readonly string[]): { kept: string[]; marked: number[] } {
  const kept: string[] = []
  const marked: number[] = []
  let next = false
  let open = false
  for (const line of lines) {
    const [, , when] = MAGIC.exec(line) ?? []
    if (when === 'next-line') next = true
    else if (when !== undefined) open = when === 'start'
    else {
      kept.push(line)
      if (next || open) marked.push(kept.length)
      next = false
    }
  }
  return { kept, marked }
}

const FORMS: { pattern: RegExp; kindOf: (match: RegExpMatchArray) => 'link' | 'image' }[] = [
  { pattern: /(\])\([ \t]{0,9}<?([^\s()<>]{1,2000})/g, kindOf: () => 'link' },
  { pattern: /^( {0,3})\[[^\]\n]{1,500}\]:[ \t]{1,9}<?([^\s<>]{1,2000})/gm, kindOf: () => 'link' },
  { pattern: /\b(href|src)="([^"\n]{1,2000})"/g, kindOf: match => (match[1] === 'src' ? 'image' : 'link') },
]

/** Leads the addresses of a text to where they are now. */
export function convertLinks(text: string, address: PageHost['address']): string {
  const { markup } = maskCode(text)
  const edits = FORMS.flatMap(({ pattern, kindOf }) =>
    [...markup.matchAll(pattern)].flatMap(match => {
      const url = match[2] ?? ''
      const start = match.index + match[0].lastIndexOf(url)
      const kind = isPicture(url) ? 'image' : kindOf(match)
      const moved = address(url, kind)
      return moved === undefined || moved === url ? [] : [{ start, end: start + url.length, moved }]
    }),
  )
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((kept, { start, end, moved }) => kept.slice(0, start) + moved + kept.slice(end), text)
}

function isPicture(url: string): boolean {
  return /\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/i.test(url)
}
