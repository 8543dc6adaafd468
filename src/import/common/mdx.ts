import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { mdxExpressionFromMarkdown } from 'mdast-util-mdx-expression'
import { type MdxJsxFlowElement, mdxJsxFromMarkdown, type MdxJsxTextElement } from 'mdast-util-mdx-jsx'
import { mdxExpression } from 'micromark-extension-mdx-expression'
import { mdxJsx } from 'micromark-extension-mdx-jsx'
import { mdxMd } from 'micromark-extension-mdx-md'
import { withoutCode } from '../../content/includes.ts'

/** A part of a page that isn't Markdown: an element, an expression, or a block of imports and exports. */
interface Part {
  start: number
  end: number
  line: number
  /** The element or expression; undefined for imports and exports. */
  node: Nodes | undefined
}

type JsxNode = MdxJsxFlowElement | MdxJsxTextElement

export interface Mdx {
  /** Offsets are those of the text. */
  tree: Root
  modules: Part[]
}

/** Functions that the parts of a page are converted with. */
export interface PageHost {
  /** The generator's components by name. */
  components: Readonly<Record<string, ConvertElement>>
  /** True for text that is MDX; else it is Markdown with HTML. */
  isMdx: boolean
  /** The new form of an address; undefined where it stays as it is. */
  address(url: string, kind: 'link' | 'image'): string | undefined
  /** The page that an import of a file includes, relative to the new page; undefined for other files. */
  partial(file: string): string | undefined
  /** Reports what is left out or different; `line` is one of the body, 1-based, without one it is the frontmatter. */
  differs(what: string, line?: number, column?: number): void
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

/** Parses MDX; where the text isn't valid, returns the line and column of the problem. */
export function parseMdx(text: string): Mdx | { line: number; column: number } {
  const modules = findModules(text)
  const withoutModules = modules.reduce(
    (left, { start, end }) => left.slice(0, start) + blank(left.slice(start, end)) + left.slice(end),
    text,
  )
  // Generators replace comments, ids of headings and attributes of directives before they parse.
  const masked = withoutModules
    .replace(/<!--[^]*?-->/g, blank)
    // The parser counts braces, those in texts as well.
    .replace(/(?<!=)\{`[^`$\\]*`\}/g, code => `{${code.slice(1, -1).replace(/[{}]/g, 'x')}}`)
    .replace(
      /^([ \t>]*(?:#{1,6}[ \t]|:{2,}[a-z]).*?)(\{(?!\/\*)[^{}\n]*\})[ \t]*$/gim,
      (_, before: string, braces: string) => before + 'x'.repeat(braces.length),
    )
  try {
    const tree = fromMarkdown(masked, {
      extensions: [mdxExpression(), mdxJsx(), mdxMd()],
      mdastExtensions: [mdxExpressionFromMarkdown(), mdxJsxFromMarkdown()],
    })
    return { tree, modules }
  } catch (error) {
    const { line, column } = error as { line?: number; column?: number }
    if (line === undefined || column === undefined) throw error
    return { line, column }
  }
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

/** Finds imports and exports: a block begins a line after a blank one, and ends with a blank line outside of braces. */
function findModules(text: string): Part[] {
  const modules: Part[] = []
  let open: Part | undefined
  let depth = 0
  let isFresh = true
  let at = 0
  for (const [row, line] of withoutCode(text).split('\n').entries()) {
    const isBlank = line.trim() === ''
    if (isBlank && depth <= 0) open = undefined
    if (!open && isFresh && /^(?:import|export)\b(?=[\s{*'"])/.test(line)) {
      open = { node: undefined, start: at, end: at, line: row + 1 }
      modules.push(open)
      depth = 0
    }
    if (open) open.end = at + line.length
    for (const [sign] of line.matchAll(/[{}()]/g)) depth += sign === '{' || sign === '(' ? 1 : -1
    isFresh = isBlank || /^#{1,6}\s/.test(line)
    at += line.length + 1
  }
  return modules
}

/** The body of an MDX page as Markdown: imports, comments and known components are replaced, the rest is reported. */
export function convertMdx(body: string, { tree, modules }: Mdx, host: PageHost): string {
  const imports = readImports(modules.map(({ start, end }) => body.slice(start, end)).join('\n'))
  return `${render(tree, 0, body.length).trim()}\n`

  function render(node: Nodes, start: number, end: number): string {
    let out = ''
    let at = start
    let after: 'text' | 'block' | 'nothing' = 'text'
    const inner = partsOf(node)
    const own = modules.filter(
      module =>
        module.start >= start &&
        module.end <= end &&
        !inner.some(part => part.start < module.start && module.start < part.end),
    )
    for (const part of [...inner, ...own].toSorted((a, b) => a.start - b.start)) {
      out = join(out, body.slice(at, part.start), after)
      if (at < part.start) after = 'text'
      const converted = convert(part)
      if ('block' in converted) {
        const before = lineBefore(part.start, body)
        const indent = before.trim() === '' ? before : ''
        out = `${out.trim() === '' ? '' : `${out.trimEnd()}\n\n`}${converted.block.replace(/^(?!$)/gm, indent)}\n\n`
        after = 'block'
      } else if (converted.text === '') after = after === 'block' ? after : 'nothing'
      else {
        out = join(out, converted.text, after)
        after = 'text'
      }
      at = part.end
    }
    return join(out, body.slice(at, end), after)
  }

  function convert({ node, start, end, line }: Part): Converted {
    const source = body.slice(start, end)
    if (!node) {
      if (/^export\b/m.test(source))
        host.differs('What a page exports is left out, and so is what it is used for', line)
      return { text: '' }
    }
    if (isJsx(node)) return convertElement(elementOf(node), node, start, source)
    const code = 'value' in node ? node.value : ''
    const comment = /^\s*\/\*([^]*)\*\/\s*$/.exec(code)?.[1]
    const id = /^\s*(#\S+)/.exec(comment ?? '')?.[1]
    if (id !== undefined && /^\s*#{1,6}\s/.test(lineBefore(start, body))) return { text: `{${id}}` }
    if (comment !== undefined || code.trim() === '') return { text: '' }
    const text = literal(source.slice(1, -1))
    if (text === undefined) host.differs('`{…}` is shown as it stands, not evaluated', line)
    return { text: text?.replace(/<(?=[a-z/!])/gi, '&lt;') ?? source }
  }

  function elementOf(node: JsxNode): JsxElement {
    const attributes = new Map<string, JsxValue>()
    for (const attribute of node.attributes)
      if (attribute.type === 'mdxJsxAttribute') attributes.set(attribute.name, readValue(attribute.value))
    const [start, end] = innerRange(node, body)
    const text = (name: string) => {
      const value = attributes.get(name)
      return typeof value === 'string' ? value : undefined
    }
    return {
      name: node.name ?? '',
      attributes,
      text,
      address: name => text(name) ?? evaluate(attributes.get(name)),
      line: partOf(node).line,
      children: partsOf(node).flatMap(({ node: inner }) => (inner && isJsx(inner) ? elementOf(inner) : [])),
      source: body.slice(start, end),
      render: () => render(node, start, end),
    }
  }

  function convertElement(element: JsxElement, node: JsxNode, start: number, source: string): Converted {
    const { name, line } = element
    const isAlone = lineBefore(start, body).trim() === ''
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
      const file = /^\.|^@site\//.test(from) ? ` (\`${from}\`)` : ''
      host.differs(`The component \`<${name}>\`${file} isn't imported`, line)
    }
    const open = openTag(element)
    if (node.children.length === 0 && source.endsWith('/>')) return { text: `${open} />` }
    if (name === 'style' || name === 'script') {
      host.differs(`\`<${name}>\` is left out`, line)
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

  /** The value of an attribute's code, where it is a number or an address: `useBaseUrl('/a.png')`, `require('./a.png').default`. */
  function evaluate(value: JsxValue | undefined): string | undefined {
    if (typeof value !== 'object') return undefined
    const { code } = value
    if (/^\d+(?:\.\d+)?$/.test(code)) return code
    const called = /^(?:useBaseUrl|require)\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?$/.exec(code)?.[1]
    if (called !== undefined) return called
    const imported = imports.get(code) ?? imports.get(code.replace(/\.src$/, '')) ?? ''
    return /\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/i.test(imported) ? imported : undefined
  }
}

const RENAMED: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for', tabIndex: 'tabindex' }
/** Elements that hold blocks: Markdown in one of them is parsed in a paragraph of its own. */
const BLOCK =
  /^(?:article|aside|blockquote|center|dd|details|div|dl|dt|figcaption|figure|footer|header|li|main|nav|ol|section|table|tbody|td|tfoot|th|thead|tr|ul)$/

/** The first parts of a tree on each way down. */
function partsOf(node: Nodes): Part[] {
  if (!('children' in node)) return []
  return node.children.flatMap(child => (child.type.startsWith('mdx') ? partOf(child) : partsOf(child)))
}

function partOf(node: Nodes): Part {
  const { start, end } = node.position ?? {}
  return { node, start: start?.offset ?? 0, end: end?.offset ?? 0, line: start?.line ?? 1 }
}

function isJsx(node: Nodes): node is JsxNode {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement'
}

/** The range between the tags of an element, white space included. */
function innerRange({ children }: JsxNode, body: string): [number, number] {
  const [first, last] = [children[0], children.at(-1)]
  if (!first || !last) return [0, 0]
  const before = body.slice(0, partOf(first).start).trimEnd()
  return [before.length, body.length - body.slice(partOf(last).end).trimStart().length]
}

/** Imported names → the files that they come from. */
function readImports(code: string): Map<string, string> {
  const statements = code.matchAll(/^import\s+([^'"]+?)\s+from\s*['"]([^'"\n]+)['"]/gm)
  return new Map(
    [...statements].flatMap(([, names = '', from = '']) =>
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

/** A part that is left out leaves no line, and blocks stand between blank lines. */
function join(out: string, text: string, after: 'text' | 'block' | 'nothing'): string {
  if (after === 'block') return out + text.replace(/^[ \t]*\n+/, '')
  const before = out.slice(0, out.lastIndexOf('\n') + 1)
  if (after === 'text' || out.slice(before.length).trim() !== '' || !/^[ \t]*\n/.test(text)) return out + text
  const rest = text.slice(text.indexOf('\n') + 1)
  return before + (before === '' || before.endsWith('\n\n') ? rest.replace(/^(?:[ \t]*\n)+/, '') : rest)
}

/** Text without the white space that all its lines begin with, and without blank lines around it. */
export function dedent(text: string): string {
  const [first = '', ...lines] = text.replace(/\t/g, '  ').split('\n')
  const rest = lines.filter(line => line.trim() !== '')
  const indent = Math.min(...rest.map(line => line.length - line.trimStart().length))
  const cut = [first.trimStart(), ...lines.map(line => line.slice(Math.min(indent, line.length)))]
  return cut.join('\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '')
}
