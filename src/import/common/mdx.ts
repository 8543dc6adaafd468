import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { mdxExpressionFromMarkdown } from 'mdast-util-mdx-expression'
import { type MdxJsxFlowElement, mdxJsxFromMarkdown, type MdxJsxTextElement } from 'mdast-util-mdx-jsx'
import { mdxExpression } from 'micromark-extension-mdx-expression'
import { mdxJsx } from 'micromark-extension-mdx-jsx'
import { mdxMd } from 'micromark-extension-mdx-md'
import { withoutCode } from '../../content/includes.ts'

type JsxNode = MdxJsxFlowElement | MdxJsxTextElement

/** A tree with the offsets of the text, or where it isn't valid MDX, 1-based. */
export type Mdx = Root | { line: number; column: number }

export interface PageHost {
  components: Record<string, ConvertElement>
  /** False: it's Markdown with HTML. */
  isMdx: boolean
  /** New address; undefined where it stays as it is. */
  address(url: string, kind: 'link' | 'image'): string | undefined
  /** The page that an import means, relative to the new page; undefined for other files. */
  partial(file: string): string | undefined
  /** `line` is 1-based in the body; without one, it's the frontmatter. */
  differs(what: string, line?: number, column?: number): void
}

/** Converts a component; undefined where it has to stay as it is. */
export type ConvertElement = (element: JsxElement, host: PageHost) => Converted | undefined

type Converted = { block: string } | { text: string }
type JsxValue = string | true | { code: string }

interface JsxElement {
  name: string
  attributes: ReadonlyMap<string, JsxValue>
  /** Text of an attribute; undefined where it is code, or missing. */
  text(name: string): string | undefined
  /** Text of an attribute, also where it is code that `evaluate` knows. */
  address(name: string): string | undefined
  line: number | undefined
  /** Without those in another child. */
  children: JsxElement[]
  source: string
  render(): string
}

/** Imports and exports become expressions. */
export function parseMdx(text: string): Mdx {
  // Generators replace comments, ids of headings and attributes of directives before they parse.
  const masked = maskModules(text)
    .replace(/<!--[^]*?-->/g, blank)
    // The parser counts braces in texts as well.
    .replace(/(?<!=)\{`[^`$\\]*`\}/g, code => `{${code.slice(1, -1).replace(/[{}]/g, 'x')}}`)
    .replace(
      /^([ \t>]*(?:#{1,6}[ \t]|:{2,}[a-z]).*?)(\{(?!\/\*)[^{}\n]*\})(?=[ \t]*$)/gim,
      (_, before: string, braces: string) => before + 'x'.repeat(braces.length),
    )
  try {
    return fromMarkdown(masked, {
      extensions: [mdxExpression(), mdxJsx(), mdxMd()],
      mdastExtensions: [mdxExpressionFromMarkdown(), mdxJsxFromMarkdown()],
    })
  } catch (error) {
    const { message, line, column } = error as Error & { line?: number; column?: number }
    if (line !== undefined && column !== undefined) return { line, column }
    // For a tag that is never closed, only the message has the location.
    const [, row, start] = /\((\d+):(\d+)/.exec(message) ?? []
    if (!row) throw error
    return { line: Number(row), column: Number(start) }
  }
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/** Empties imports and exports: they begin after a blank line or a heading, and end with a blank line outside braces. */
function maskModules(text: string) {
  const plain = withoutCode(text)
  const starts = /(?<=^|(?:^|\n)(?:[ \t]*|#{1,6}\s.*)\n)(?:import|export)\b(?=[\s{*'"])/g
  const last = plain.trimEnd().length
  let masked = text
  let end = 0
  for (const { index } of plain.matchAll(starts)) {
    if (index < end) continue
    end = index
    let depth = 0
    do {
      const from = end
      const length = plain.slice(end + 1).search(/\n[ \t]*\n/)
      end = length < 0 ? last : end + 1 + length
      const code = plain.slice(from, end)
      depth += code.split(/[{(]/).length - code.split(/[)}]/).length
    } while (depth > 0 && end < last)
    masked = `${masked.slice(0, index)}{${blank(text.slice(index + 1, end - 1))}}${masked.slice(end)}`
  }
  return masked
}

/** Replaces imports, comments and known components; reports the rest. */
export function convertMdx(body: string, tree: Root, host: PageHost) {
  const sourceOf = (node: Pick<Nodes, 'position'>) => body.slice(...rangeOf(node))
  const allParts = (node: Nodes): Nodes[] => partsOf(node).flatMap(part => [part, ...allParts(part)])
  const modules = allParts(tree).filter(part => MODULE.test(sourceOf(part)))
  const imports = readImports(modules.map(sourceOf).join('\n'))
  return `${render(tree, 0, body.length).trim()}\n`

  function render(node: Nodes, start: number, end: number): string {
    let out = ''
    let at = start
    let after: 'text' | 'block' | 'nothing' = 'text'
    for (const part of partsOf(node)) {
      const [first, last] = rangeOf(part)
      out = join(out, body.slice(at, first), after)
      if (at < first) after = 'text'
      const converted = convert(part)
      if ('block' in converted) {
        const before = lineBefore(first, body)
        const indent = before.trim() === '' ? before : ''
        out = `${out.trim() === '' ? '' : `${out.trimEnd()}\n\n`}${converted.block.replace(/^(?!$)/gm, indent)}\n\n`
        after = 'block'
      } else if (converted.text === '') after = after === 'block' ? after : 'nothing'
      else {
        out = join(out, converted.text, after)
        after = 'text'
      }
      at = last
    }
    return join(out, body.slice(at, end), after)
  }

  function convert(node: Nodes): Converted {
    if (isJsx(node)) return convertElement(elementOf(node), node)
    const source = sourceOf(node)
    const line = node.position?.start.line
    if (MODULE.test(source)) {
      if (/^export\b/m.test(source))
        host.differs('Exports, and everything that uses them, were removed', line)
      return { text: '' }
    }
    const code = 'value' in node ? node.value : ''
    const comment = /^\s*\/\*([^]*)\*\/\s*$/.exec(code)?.[1]
    const id = /^\s*(#\S+)/.exec(comment ?? '')?.[1]
    if (id && /^\s*#{1,6}\s/.test(lineBefore(rangeOf(node)[0], body))) return { text: `{${id}}` }
    if (comment !== undefined || code.trim() === '') return { text: '' }
    const text = literal(source.slice(1, -1))
    if (text === undefined) host.differs("`{…}` isn't evaluated and is shown as text", line)
    return { text: text?.replace(/<(?=[a-z/!])/gi, '&lt;') ?? source }
  }

  function elementOf(node: JsxNode): JsxElement {
    const attributes = new Map<string, JsxValue>()
    for (const attribute of node.attributes) {
      if (attribute.type !== 'mdxJsxAttribute') continue
      const { name, value } = attribute
      // Imports in code were masked for the parser.
      const [, code = ''] = /^[^=]*=\s*\{([^]*)\}$/.exec(sourceOf(attribute)) ?? []
      const isAlone = value === null || code.trim() === 'true'
      const read = typeof value === 'string' ? value : literal(code)
      attributes.set(name, read ?? (isAlone || { code: code.trim() }))
    }
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
      line: node.position?.start.line,
      children: partsOf(node).filter(isJsx).map(elementOf),
      source: body.slice(start, end),
      render: () => render(node, start, end),
    }
  }

  function convertElement(element: JsxElement, node: JsxNode): Converted {
    const { name, line } = element
    const isAlone = lineBefore(rangeOf(node)[0], body).trim() === ''
    if (/^(?:(?:React\.)?Fragment)?$/.test(name)) {
      const inner = element.render()
      return isAlone && inner.includes('\n') ? { block: dedent(inner) } : { text: inner }
    }
    const isHtml = /^[a-z]/.test(name)
    if (!isHtml) {
      const from = imports.get(name) ?? ''
      const partial = host.partial(from)
      if (partial) return { block: `<!--@include: ${partial}-->` }
      const converted = Object.hasOwn(host.components, name) && host.components[name]?.(element, host)
      if (converted) return converted
      const file = /^\.|^@site\//.test(from) ? ` (\`${from}\`)` : ''
      host.differs(`The component \`<${name}>\`${file} wasn't imported`, line)
    }
    const open = openTag(element)
    if (node.children.length === 0 && sourceOf(node).endsWith('/>')) return { text: `${open} />` }
    if (name === 'style' || name === 'script') {
      host.differs(`\`<${name}>\` was removed`, line)
      return { text: '' }
    }
    const inner = element.render()
    const hasBlocks = inner.includes('\n') || (isHtml && /[`*_[\]]/.test(inner))
    const isBlock = isAlone && hasBlocks && (!isHtml || BLOCK.test(name))
    if (isBlock) return { block: `${open}>\n\n${dedent(inner)}\n\n</${name}>` }
    return { text: `${open}>${inner}</${name}>` }
  }

  /** `<a href="/"`. */
  function openTag({ name: tag, attributes, line }: JsxElement) {
    const parts = [...attributes].flatMap(([name, value]) => {
      const key = RENAMED[name] ?? name
      if (value === true) return [key]
      const text = typeof value === 'string' ? value : evaluate(value)
      if (text !== undefined) return [`${key}="${text.replaceAll('"', '&quot;')}"`]
      if (name !== 'key') host.differs(`Attributes with code (\`${name}={…}\`) were removed`, line)
      return []
    })
    return `<${[tag, ...parts].join(' ')}`
  }

  /** A number or an address: `useBaseUrl('/a.png')`, `require('./a.png').default`. */
  function evaluate(value?: JsxValue) {
    if (typeof value !== 'object') return undefined
    const { code } = value
    if (/^\d+(?:\.\d+)?$/.test(code)) return code
    const called = /^(?:useBaseUrl|require)\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?$/.exec(code)?.[1]
    if (called) return called
    const imported = imports.get(code) ?? imports.get(code.replace(/\.src$/, '')) ?? ''
    return IMAGE.test(imported) ? imported : undefined
  }
}

const RENAMED: Record<string, string> = { className: 'class', htmlFor: 'for', tabIndex: 'tabindex' }
/** Markdown in these is a paragraph of its own. */
const BLOCK =
  /^(?:article|aside|blockquote|center|dd|details|div|dl|dt|figcaption|figure|footer|header|li|main|nav|ol|section|table|tbody|td|tfoot|th|thead|tr|ul)$/

export const MODULE = /^(?:import|export)\b/
export const IMAGE = /\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/i

/** Elements and expressions that are in no other. */
function partsOf(node: Nodes): Nodes[] {
  if (!('children' in node)) return []
  return node.children.flatMap(child => (child.type.startsWith('mdx') ? [child] : partsOf(child)))
}

function rangeOf({ position }: Pick<Nodes, 'position'>): [start: number, end: number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0]
}

function isJsx(node: Nodes): node is JsxNode {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement'
}

/** White space included. */
function innerRange({ children }: JsxNode, body: string): [start: number, end: number] {
  const [first, last] = [children[0], children.at(-1)]
  if (!first || !last) return [0, 0]
  const before = body.slice(0, rangeOf(first)[0]).trimEnd()
  return [before.length, body.length - body.slice(rangeOf(last)[1]).trimStart().length]
}

function readImports(code: string) {
  const imports = new Map<string, string>()
  const statements = code.matchAll(/^import\s+([^'"]+?)\s+from\s*['"]([^'"\n]+)['"]/gm)
  for (const [, names = '', from = ''] of statements)
    for (const name of names.split(/[{},]/)) imports.set(name.trim().replace(/^.*\sas\s+/, ''), from)
  return imports
}

export function literal(code: string) {
  const [, ...texts] = /^\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*$/.exec(code) ?? []
  return texts.find(text => text !== undefined)
}

function lineBefore(index: number, body: string) {
  return body.slice(body.lastIndexOf('\n', index - 1) + 1, index)
}

/** What is left out leaves no line; blocks have blank lines around them. */
function join(out: string, text: string, after: 'text' | 'block' | 'nothing') {
  if (after === 'block') return out + text.replace(/^[ \t]*\n+/, '')
  const before = out.slice(0, out.lastIndexOf('\n') + 1)
  if (after === 'text' || out.slice(before.length).trim() !== '' || !/^[ \t]*\n/.test(text)) return out + text
  const rest = text.slice(text.indexOf('\n') + 1)
  return before + (before === '' || before.endsWith('\n\n') ? rest.replace(/^(?:[ \t]*\n)+/, '') : rest)
}

/** Removes the white space that all lines begin with, and blank lines around them. */
export function dedent(text: string) {
  const [first = '', ...lines] = text.replace(/\t/g, '  ').split('\n')
  const rest = lines.filter(line => line.trim() !== '')
  const indent = Math.min(...rest.map(line => line.length - line.trimStart().length))
  const cut = [first.trimStart(), ...lines.map(line => line.slice(Math.min(indent, line.length)))]
  return cut.join('\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '')
}
