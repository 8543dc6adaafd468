import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import {
  mdxExpressionFromMarkdown,
  type MdxFlowExpression,
  type MdxTextExpression,
} from 'mdast-util-mdx-expression'
import { type MdxJsxFlowElement, mdxJsxFromMarkdown, type MdxJsxTextElement } from 'mdast-util-mdx-jsx'
import { mdxExpression } from 'micromark-extension-mdx-expression'
import { mdxJsx } from 'micromark-extension-mdx-jsx'
import { mdxMd } from 'micromark-extension-mdx-md'
import { withoutCode } from '../../content/find-code.ts'

/** The parts of a page that are no Markdown. */
type Part = MdxJsxFlowElement | MdxJsxTextElement | MdxFlowExpression | MdxTextExpression | Module

/** A block of imports and exports. */
interface Module {
  type: 'module'
  value: string
  start: number
  end: number
  line: number
}

export interface Mdx {
  /** Offsets are those of the text. */
  tree: Root
  modules: Module[]
}

/** Functions that the parts of a page are converted with. */
export interface PageHost {
  /** The generator's components by name. */
  components: Readonly<Record<string, ConvertElement>>
  /** True for text that is MDX; else it is Markdown with HTML. */
  isMdx: boolean
  /** The new form of an address; undefined where it stays as it is. */
  address(url: string, kind: 'link' | 'image'): string | undefined
  /** The page that an import of a file stands for, relative to the new page; undefined for other files. */
  partial(file: string): string | undefined
  /** Reports what is left out or different; `line` is one of the body, 1-based. */
  differs(what: string, line: number, column?: number): void
}

/** A component in Markdown; undefined where it has to stay as it is. */
export type ConvertElement = (element: JsxElement, host: PageHost) => Converted | undefined

/** Blocks stand alone, other text in its line. */
type Converted = { block: string } | { text: string }

/** A string, `true` for an attribute without a value, or code. */
type JsxValue = string | true | { code: string }

export interface JsxElement {
  /** Empty for a fragment. */
  name: string
  attributes: ReadonlyMap<string, JsxValue>
  /** The text of an attribute; undefined where it is code, or missing. */
  text(name: string): string | undefined
  /** The same, or the address that the code of an attribute evaluates to. */
  address(name: string): string | undefined
  /** Line of the body, 1-based. */
  line: number
  /** Elements in it that are in no other element. */
  children: JsxElement[]
  /** The text between the tags, as written. */
  source: string
  /** That text in Markdown. */
  render(): string
}

/** Parses MDX; throws an error with `line` and `column` where the text isn't valid. */
export function parseMdx(text: string): Mdx {
  const modules = findModules(text)
  // Generators replace comments, ids of headings and attributes of directives before they parse.
  const masked = modules
    .reduce(
      (left, { start, end }) => left.slice(0, start) + blank(left.slice(start, end)) + left.slice(end),
      text,
    )
    .replace(/<!--[^]*?-->/g, blank)
    // The parser counts braces, those in texts as well.
    .replace(/(?<!=)\{`[^`$\\]*`\}/g, code => `{${code.slice(1, -1).replace(/[{}]/g, 'x')}}`)
    .replace(
      /^([ \t>]*(?:#{1,6}[ \t]|:{2,}[a-z]).*?)(\{(?!\/\*)[^{}\n]*\})[ \t]*$/gim,
      (_, before: string, braces: string) => before + 'x'.repeat(braces.length),
    )
  const tree = fromMarkdown(masked, {
    extensions: [mdxExpression(), mdxJsx(), mdxMd()],
    mdastExtensions: [mdxExpressionFromMarkdown(), mdxJsxFromMarkdown()],
  })
  return { tree, modules }
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

/** Finds imports and exports: a block begins a line after a blank one, and ends with a blank line outside of braces. */
function findModules(text: string): Module[] {
  const modules: Module[] = []
  let open: Module | undefined
  let isFresh = true
  let at = 0
  for (const [row, line] of withoutCode(text).split('\n').entries()) {
    const isBlank = line.trim() === ''
    if (open && isBlank && countOf(open.value, /[{(]/g) <= countOf(open.value, /[})]/g)) open = undefined
    if (!open && isFresh && /^(?:import|export)\b(?=[\s{*'"])/.test(line)) {
      open = { type: 'module', value: '', start: at, end: at, line: row + 1 }
      modules.push(open)
    }
    if (open) Object.assign(open, { value: `${open.value}${line}\n`, end: at + line.length })
    isFresh = isBlank || /^#{1,6}\s/.test(line)
    at += line.length + 1
  }
  return modules
}

function countOf(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0
}

/** The body of an MDX page as Markdown: imports, comments and known components are replaced, the rest is reported. */
export function convertMdx(body: string, { tree, modules }: Mdx, host: PageHost): string {
  const imports = readImports(modules)
  return `${render({ node: tree, start: 0, end: body.length }).trim()}\n`

  function render({ node, start, end }: { node: Nodes; start: number; end: number }): string {
    let out = ''
    let at = start
    let after: 'text' | 'block' | 'nothing' = 'text'
    const inner = partsOf(node)
    const isInside = (at: number) => inner.some(part => rangeOf(part)[0] < at && at < rangeOf(part)[1])
    const own = modules.filter(
      module => module.start >= start && module.end <= end && !isInside(module.start),
    )
    for (const part of [...inner, ...own].toSorted((a, b) => rangeOf(a)[0] - rangeOf(b)[0])) {
      const [from, to] = rangeOf(part)
      out = join(out, body.slice(at, from), after)
      if (at < from) after = 'text'
      const converted = convert(part, from)
      if ('block' in converted) {
        out = appendBlock(out, converted.block, indentAt(from, body))
        after = 'block'
      } else if (converted.text === '') after = after === 'block' ? after : 'nothing'
      else {
        out = join(out, converted.text, after)
        after = 'text'
      }
      at = to
    }
    return join(out, body.slice(at, end), after)
  }

  function convert(part: Part, start: number): Converted {
    if (part.type === 'module') {
      if (/^export\b/m.test(part.value))
        host.differs('What a page exports is left out, and so is what it is used for', part.line)
      return { text: '' }
    }
    if (part.type === 'mdxJsxFlowElement' || part.type === 'mdxJsxTextElement')
      return convertElement(elementOf(part), part)
    const comment = /^\s*\/\*([^]*)\*\/\s*$/.exec(part.value)?.[1]
    const id = comment === undefined ? undefined : /^\s*(#\S+)/.exec(comment)?.[1]
    if (id !== undefined && /^\s*#{1,6}\s/.test(lineBefore(start, body))) return { text: `{${id}}` }
    if (comment !== undefined || part.value.trim() === '') return { text: '' }
    const text = literal(sourceOf(part).slice(1, -1))
    if (text === undefined) host.differs('`{…}` is shown as it stands, not evaluated', lineOf(part))
    return { text: text?.replace(/<(?=[a-z/!])/gi, '&lt;') ?? sourceOf(part) }
  }

  function sourceOf(part: Part): string {
    return body.slice(...rangeOf(part))
  }

  function elementOf(node: MdxJsxFlowElement | MdxJsxTextElement): JsxElement {
    const attributes = new Map<string, JsxValue>()
    for (const attribute of node.attributes)
      if (attribute.type === 'mdxJsxAttribute') attributes.set(attribute.name, readValue(attribute.value))
    const range = innerRange(node, body)
    const text = (name: string) => {
      const value = attributes.get(name)
      return typeof value === 'string' ? value : undefined
    }
    return {
      name: node.name ?? '',
      attributes,
      text,
      address: name => text(name) ?? evaluate(attributes.get(name)),
      line: lineOf(node),
      children: partsOf(node).flatMap(part =>
        part.type === 'mdxJsxFlowElement' || part.type === 'mdxJsxTextElement' ? elementOf(part) : [],
      ),
      source: body.slice(...range),
      render: () => render({ node, start: range[0], end: range[1] }),
    }
  }

  function convertElement(element: JsxElement, node: MdxJsxFlowElement | MdxJsxTextElement): Converted {
    const { name } = element
    const isAlone = lineBefore(rangeOf(node)[0], body).trim() === ''
    if (name === '' || name === 'Fragment' || name === 'React.Fragment') {
      const inner = element.render()
      return isAlone && inner.includes('\n') ? { block: dedent(inner) } : { text: inner }
    }
    const isHtml = /^[a-z]/.test(name)
    if (!isHtml) {
      const from = imports.get(name) ?? ''
      const partial = host.partial(from)
      if (partial !== undefined) return { block: `<!--@include: ${partial}-->` }
      const known = Object.hasOwn(host.components, name) ? host.components[name] : undefined
      const converted = known?.(element, host)
      if (converted) return converted
      const source = /^\.|^@site\//.test(from) ? ` (\`${from}\`)` : ''
      host.differs(`The component \`<${name}>\`${source} isn't imported`, element.line)
    }
    const open = openTag(element)
    if (node.children.length === 0 && sourceOf(node).endsWith('/>')) return { text: `${open} />` }
    if (name === 'style' || name === 'script') {
      host.differs(`\`<${name}>\` is left out`, element.line)
      return { text: '' }
    }
    const inner = element.render()
    const hasBlocks = inner.includes('\n') || (isHtml && /[`*_[\]]/.test(inner))
    return isAlone && hasBlocks && (!isHtml || BLOCK.test(name))
      ? { block: `${open}>\n\n${dedent(inner)}\n\n</${name}>` }
      : { text: `${open}>${inner}</${name}>` }
  }

  /** The start tag with attributes that HTML has, without its end. */
  function openTag({ name: tag, attributes, line }: JsxElement): string {
    const parts = [...attributes].flatMap(([name, value]) => {
      const key = RENAMED[name] ?? name
      if (value === true) return [key]
      const text = typeof value === 'string' ? value : evaluate(value)
      if (text !== undefined) return [`${key}="${text.replaceAll('"', '&quot;')}"`]
      if (name !== 'key') host.differs(`Attributes with code (\`${name}={…}\`) are left out`, line)
      return []
    })
    return `<${[tag, ...parts].join(' ')}`
  }

  /** The value of an attribute's code, where it is a number or an address. */
  function evaluate(value: JsxValue | undefined): string | undefined {
    if (typeof value !== 'object') return undefined
    const { code } = value
    if (/^\d+(?:\.\d+)?$/.test(code)) return code
    const called = ADDRESS_CALL.exec(code)?.[1]
    if (called !== undefined) return called
    const imported = imports.get(code) ?? imports.get(code.replace(/\.src$/, '')) ?? ''
    return PICTURE.test(imported) ? imported : undefined
  }
}

const RENAMED: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for', tabIndex: 'tabindex' }
/** Code around an address: `useBaseUrl('/a.png')`, `require('./a.png').default`. */
const ADDRESS_CALL = /^(?:useBaseUrl|require)\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?$/
const PICTURE = /\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/i
/** Elements that hold blocks: Markdown in one of them is parsed in a paragraph of its own. */
const BLOCK =
  /^(?:article|aside|blockquote|center|dd|details|div|dl|dt|figcaption|figure|footer|header|li|main|nav|ol|section|table|tbody|td|tfoot|th|thead|tr|ul)$/

/** The first parts of a tree on each way down. */
function partsOf(node: Nodes): Exclude<Part, Module>[] {
  if (!('children' in node)) return []
  return (node.children as Nodes[]).flatMap(child =>
    child.type.startsWith('mdx') ? (child as Exclude<Part, Module>) : partsOf(child),
  )
}

function rangeOf(part: Nodes | Module): [start: number, end: number] {
  if (part.type === 'module') return [part.start, part.end]
  return [part.position?.start.offset ?? 0, part.position?.end.offset ?? 0]
}

function lineOf({ position }: Nodes): number {
  return position?.start.line ?? 1
}

/** The range between the tags of an element, white space included. */
function innerRange({ children }: MdxJsxFlowElement | MdxJsxTextElement, body: string): [number, number] {
  const [first, last] = [children[0], children.at(-1)]
  if (!first || !last) return [0, 0]
  const [start, end] = [rangeOf(first)[0], rangeOf(last)[1]]
  return [body.slice(0, start).trimEnd().length, body.length - body.slice(end).trimStart().length]
}

function readImports(modules: readonly Module[]): Map<string, string> {
  const statements = modules.flatMap(({ value }) => [
    ...value.matchAll(/^import\s+([^'"]+?)\s+from\s*['"]([^'"\n]+)['"]/gm),
  ])
  return new Map(
    statements.flatMap(([, names = '', from = '']) =>
      names.split(/[{},]/).map((name): [string, string] => [name.trim().replace(/^.*\sas\s+/, ''), from]),
    ),
  )
}

/** `{'text'}` is a string, `{true}` an attribute alone. */
function readValue(value: string | { value: string } | null | undefined): JsxValue {
  if (typeof value === 'string') return value
  const code = value?.value.trim() ?? 'true'
  return literal(code) ?? (code === 'true' ? true : { code })
}

/** The text of code that is a string. */
export function literal(code: string): string | undefined {
  const [, ...texts] = /^\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*$/.exec(code) ?? []
  return texts.find(text => text !== undefined)
}

function lineBefore(index: number, body: string): string {
  return body.slice(body.lastIndexOf('\n', index - 1) + 1, index)
}

function indentAt(index: number, body: string): string {
  const before = lineBefore(index, body)
  return before.trim() === '' ? before : ''
}

/** A part that is left out leaves no line, and blocks stand between blank lines. */
function join(out: string, text: string, after: 'text' | 'block' | 'nothing'): string {
  if (after === 'block') return out + text.replace(/^[ \t]*\n+/, '')
  const before = out.slice(0, out.lastIndexOf('\n') + 1)
  if (after === 'text' || out.slice(before.length).trim() !== '' || !/^[ \t]*\n/.test(text)) return out + text
  const rest = text.slice(text.indexOf('\n') + 1)
  return before + (before === '' || before.endsWith('\n\n') ? rest.replace(/^(?:[ \t]*\n)+/, '') : rest)
}

function appendBlock(out: string, block: string, indent: string): string {
  const before = out.trimEnd()
  return `${before}${before === '' ? '' : '\n\n'}${block.replace(/^(?!$)/gm, indent)}\n\n`
}

/** Text without the white space that all its lines begin with, and without blank lines around it. */
export function dedent(text: string): string {
  const lines = text.replace(/\t/g, '  ').split('\n')
  const rest = lines.slice(1).filter(line => line.trim() !== '')
  const indent = Math.min(...rest.map(line => line.length - line.trimStart().length))
  const cut = [
    lines[0]?.trimStart() ?? '',
    ...lines.slice(1).map(line => line.slice(Math.min(indent, line.length))),
  ]
  return cut.join('\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '')
}
