import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, Previous, State, Token, TokenizeContext } from 'micromark-util-types'
import { readAfterName, readAttributes } from './attributes.ts'
import type { Components } from '../components/built-in.ts'
import type { Root } from 'mdast'
import type { Processor } from 'unified'
import type { VFile } from 'vfile'
import { type ComponentNode, type ContainerNode, replaceNodes } from '../nodes.ts'
import { contextOf } from '../page-context.ts'
import { type ElementTable, isVueName, takesLine } from '../elements.ts'
import { scanAllTags } from '../../lib/html.ts'
import { addSyntax, isEol, lineThat } from './syntax.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    component: 'component'
    componentName: 'componentName'
    componentMarker: 'componentMarker'
    componentLabel: 'componentLabel'
    componentAttributes: 'componentAttributes'
    componentBlock: 'componentBlock'
  }
}

const [COLON, OPEN, CLOSE, BACKSLASH, LESS] = [58, 91, 93, 92, 60]
const [OPEN_BRACE, CLOSE_BRACE, QUOTE, APOSTROPHE] = [123, 125, 34, 39]

/** Characters of a label or of attributes: what is longer is none, so that nobody searches for an end all over a page. */
const MOST = 500
/** Brackets in each other within a label. */
const DEEPEST = 8

/** Names of components by where they are written, and what elements mean. */
export interface ComponentNames {
  inline: ReadonlySet<string>
  block: ReadonlySet<string>
  meaningOf: ElementTable
  /** Whatever looks like the name of a component of Vue is one, as VuePress has it. */
  vueNames: boolean
}

/** Components for micromark: `:name[…]{…}` in a line, `::name[…]{…}` as a line, and lines that are tags of components. */
export function remarkComponentSyntax(
  this: Processor,
  { inline, block, meaningOf, vueNames }: ComponentNames,
): void {
  const isElement = (name: string) => takesLine(meaningOf(name)) || (vueNames && isVueName(name))
  const inLine: Construct = {
    name: 'component',
    previous,
    tokenize(effects, ok, nok) {
      return new ComponentTokenizer({ context: this, effects, ok, nok, names: inline }).start
    },
  }
  const asLine = lineThat('componentBlock', line => block.has(openingBlock(line)?.name ?? ''))
  const flow = {
    [COLON]: { ...asLine, name: 'componentBlock', partial: false, concrete: true },
    [LESS]: tagLine(isElement),
  }
  addSyntax(this, [{ text: { [COLON]: inLine }, flow }], [componentFromMarkdown])
}

/** No other colon and no word of an address stands before it. */
const previous: Previous = code => {
  if (code === null || code < 0 || code === BACKSLASH) return code !== BACKSLASH
  return !/[\w:/]/.test(String.fromCharCode(code))
}

/** A line of nothing but tags of components is HTML that ends with it: what follows is Markdown. */
function tagLine(isElement: (name: string) => boolean): Construct {
  const line = lineThat('htmlFlowData', text => isComponentLine(text, isElement))
  return {
    name: 'componentTags',
    concrete: true,
    tokenize(effects, ok, nok) {
      return code => {
        effects.enter('htmlFlow')
        const end: State = next => {
          effects.exit('htmlFlow')
          return ok(next)
        }
        return effects.attempt(line, end, nok)(code)
      }
    },
  }
}

interface TokenizerInput {
  context: TokenizeContext
  effects: Effects
  ok: State
  nok: State
  names: ReadonlySet<string>
}

/** Reads one component in a line; its states in the order in which they are met. */
class ComponentTokenizer {
  readonly #input: TokenizerInput
  #name = ''
  #size = 0
  #depth = 0
  #quote: Code = null
  /** The last line of the label: micromark wants them chained. */
  #previous: Token | undefined

  constructor(input: TokenizerInput) {
    this.#input = input
  }

  readonly start: State = code => {
    const { effects } = this.#input
    effects.enter('component')
    effects.enter('componentName')
    effects.consume(code)
    return this.#inName
  }

  readonly #inName: State = code => {
    const { effects, nok, names } = this.#input
    if (code !== null && code > 0 && this.#name.length < 32 && /[a-z0-9-]/.test(String.fromCharCode(code))) {
      this.#name += String.fromCharCode(code)
      effects.consume(code)
      return this.#inName
    }
    if (!names.has(this.#name)) return nok(code)
    effects.exit('componentName')
    if (code === OPEN) return this.#openLabel(code)
    return code === OPEN_BRACE ? this.#openAttributes(code) : nok(code)
  }

  readonly #openLabel: State = code => {
    this.#mark(code)
    this.#input.effects.enter('componentLabel')
    return this.#labelLine
  }

  readonly #labelLine: State = code => {
    if (code === CLOSE && this.#depth === 0) return this.#closeLabel(code)
    if (code === null) return this.#input.nok(code)
    const previousLine = this.#previous
    const fields = { contentType: 'text' as const, ...(previousLine ? { previous: previousLine } : {}) }
    const token = this.#input.effects.enter('chunkText', fields)
    if (previousLine) previousLine.next = token
    this.#previous = token
    return this.#inLabel(code)
  }

  readonly #inLabel: State = code => {
    const { effects, nok } = this.#input
    this.#size += 1
    if (code === null || this.#size > MOST) return nok(code)
    if (code === OPEN) this.#depth += 1
    if (this.#depth > DEEPEST) return nok(code)
    if (code === CLOSE) {
      if (this.#depth === 0) {
        effects.exit('chunkText')
        return this.#closeLabel(code)
      }
      this.#depth -= 1
    }
    effects.consume(code)
    if (isEol(code)) {
      effects.exit('chunkText')
      return this.#labelLine
    }
    return code === BACKSLASH ? this.#escaped : this.#inLabel
  }

  readonly #escaped: State = code => {
    if (code !== OPEN && code !== CLOSE && code !== BACKSLASH) return this.#inLabel(code)
    this.#size += 1
    this.#input.effects.consume(code)
    return this.#inLabel
  }

  readonly #closeLabel: State = code => {
    this.#input.effects.exit('componentLabel')
    this.#mark(code)
    return this.#afterLabel
  }

  readonly #afterLabel: State = code => {
    const { effects } = this.#input
    if (code !== OPEN_BRACE) return this.#end(code)
    const attributes: Construct = {
      partial: true,
      tokenize(own, ok, nok) {
        return new ComponentTokenizer({ context: this, effects: own, ok, nok, names: new Set() })
          .#openAttributes
      },
    }
    return effects.attempt(attributes, this.#end, this.#end)(code)
  }

  readonly #openAttributes: State = code => {
    const { effects } = this.#input
    effects.enter('componentAttributes')
    effects.consume(code)
    this.#size = 0
    return this.#inAttributes
  }

  readonly #inAttributes: State = code => {
    const { effects, nok } = this.#input
    this.#size += 1
    if (code === null || isEol(code) || this.#size > MOST) return nok(code)
    effects.consume(code)
    if (this.#quote !== null) {
      if (code === this.#quote) this.#quote = null
      return this.#inAttributes
    }
    if (code === QUOTE || code === APOSTROPHE) this.#quote = code
    return code === CLOSE_BRACE ? this.#closeAttributes : this.#inAttributes
  }

  readonly #closeAttributes: State = code => {
    const { effects, ok } = this.#input
    effects.exit('componentAttributes')
    // Attributes behind a label are tokenized apart, those of the name itself are not.
    return this.#name === '' ? ok(code) : this.#end(code)
  }

  readonly #end: State = code => {
    const { effects, ok } = this.#input
    effects.exit('component')
    return ok(code)
  }

  #mark(code: Code): void {
    const { effects } = this.#input
    effects.enter('componentMarker')
    effects.consume(code)
    effects.exit('componentMarker')
  }
}

const emptyNode = (kind: ComponentNode['kind']): ComponentNode => ({
  type: 'component',
  name: '',
  kind,
  written: '',
  attributes: [],
  size: 0,
  closed: true,
  children: [],
})

/** From micromark's tokens to `component` nodes. */
const componentFromMarkdown: TreeExtension = {
  canContainEols: ['component'],
  enter: {
    component(token) {
      this.enter(emptyNode('inline'), token)
    },
    componentBlock(token) {
      this.enter(emptyNode('block'), token)
    },
  },
  exit: {
    componentName(token) {
      const node = this.stack.at(-1)
      if (node?.type !== 'component') return
      node.written = this.sliceSerialize(token)
      node.name = node.written.slice(1)
    },
    componentAttributes(token) {
      const node = this.stack.at(-1)
      if (node?.type !== 'component') return
      const text = this.sliceSerialize(token)
      const read = readAttributes(text, 0)?.attributes ?? [{ name: text, value: true, at: 0 }]
      const { line, column } = token.start
      node.attributes = read
      node.attributesAt = { line: line - (node.position?.start.line ?? line), column }
    },
    component(token) {
      this.exit(token)
    },
    componentBlock(token) {
      const node = this.stack.at(-1)
      const line = this.sliceSerialize(token)
      const opening = openingBlock(line)
      if (node?.type === 'component' && opening) {
        Object.assign(node, { name: opening.name, written: `::${opening.name}` })
        takeAfterName(node, line, opening.nameEnd)
      }
      this.exit(token)
    },
  },
}

/** Takes label and attributes from a line that begins where the node does. */
function takeAfterName(node: ComponentNode, text: string, from: number): void {
  const after = readAfterName(text, from)
  const label = after?.label ?? (after ? undefined : text.slice(from).trim())
  if (label !== undefined && label !== '') node.label = label
  node.attributes = after?.attributes ?? []
  node.attributesAt = { line: 0, column: node.position?.start.column ?? 1 }
}

/** Makes components of the containers with their names. */
export function remarkContainerComponents() {
  return (tree: Root, file: VFile): void => {
    const { components } = contextOf(file)
    replaceNodes(tree, node => {
      const component = node.type === 'container' ? componentOf(node, components) : undefined
      return component && [component]
    })
  }
}

function componentOf(container: ContainerNode, components: Components): ComponentNode | undefined {
  if (container.alert || !components.get(container.name)?.kinds.includes('container')) return undefined
  const { name, size, closed, children, afterName } = container
  const node: ComponentNode = {
    ...emptyNode('container'),
    name,
    written: `${':'.repeat(size)} ${name}`,
    size,
    closed,
    children,
  }
  if (container.position) node.position = container.position
  takeAfterName(node, afterName.text, 0)
  node.attributesAt = { line: 0, column: (node.position?.start.column ?? 1) + afterName.at }
  return node
}

/** A component as a line of its own, see `openingBlock`. */
interface BlockOpening {
  name: string
  /** Index in the line of what stands behind the name. */
  nameEnd: number
}

const BLOCK = /^ {0,3}::([a-z][a-z0-9-]*)(?=[[{ \t]|$)/

/** Two colons and a name, with nothing behind but what a component may have there; whether it is one is for the caller to tell. */
export function openingBlock(line: string): BlockOpening | undefined {
  const [start = '', name] = BLOCK.exec(line) ?? []
  if (name === undefined || !readAfterName(line, start.length)) return undefined
  return { name, nameEnd: start.length }
}

const TAG_LINE = /^ {0,3}<\/?[A-Za-z]/

/** True for a line that is nothing but tags, all of names that pass. */
function isComponentLine(line: string, isElement: (name: string) => boolean): boolean {
  if (!TAG_LINE.test(line)) return false
  let at = 0
  for (const { start, end, nameEnd, name } of scanAllTags(line)) {
    if (line.slice(at, start).trim() !== '') return false
    if (!isElement(line.slice(nameEnd - name.length, nameEnd))) return false
    at = end
  }
  return at > 0 && line.slice(at).trim() === ''
}
