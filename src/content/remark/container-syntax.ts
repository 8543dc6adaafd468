import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import type { Processor } from 'unified'
import type { Construct, Effects, State, Token, TokenizeContext } from 'micromark-util-types'
import type { ContainerNode } from '../nodes.ts'
import { readInlineLine } from '../text.ts'
import { readLabel } from './attributes.ts'
import { addSyntax, isEol, isLineEnd, lineThat, nonLazyLine } from './syntax.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    container: 'container'
    containerOpening: 'containerOpening'
    containerClosing: 'containerClosing'
    containerContent: 'containerContent'
  }
}

const COLON = 58
const FENCE_START = /^ {0,3}(`{3,}|~{3,})/
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/
const CONTAINER_START = /^ {0,3}(:{3,})[ \t]*([^ \t:[{][^ \t[{]*)/
const CONTAINER_END = /^ {0,3}(:{3,})[ \t]*$/

/**
 * Block containers: three or more colons and one of `names`, up to a line of at least as many colons or the end of the
 * parent. The content is a document of its own, so everything nests.
 */
export function remarkContainerSyntax(this: Processor, names: ReadonlySet<string>): void {
  const construct: Construct = {
    name: 'container',
    concrete: true,
    tokenize(effects, ok, nok) {
      return new ContainerTokenizer({ context: this, effects, ok, nok, names }).start
    },
  }
  addSyntax(this, [{ flow: { [COLON]: construct } }], [containerFromMarkdown])
}

interface TokenizerInput {
  context: TokenizeContext
  effects: Effects
  ok: State
  nok: State
  names: ReadonlySet<string>
}

/** Reads one container; its states in the order in which they are met. */
class ContainerTokenizer {
  readonly #input: TokenizerInput
  #size = 0
  /** Code that is open in the content: no line in it ends the container. */
  #fence: CodeFence | undefined
  /** The last line of the content: micromark wants them chained. */
  #previous: Token | undefined

  constructor(input: TokenizerInput) {
    this.#input = input
  }

  readonly start: State = code => {
    const { effects, nok } = this.#input
    effects.enter('container')
    return effects.attempt(lineThat('containerOpening', this.#opens), this.#afterOpening, nok)(code)
  }

  readonly #opens = (line: string): boolean => {
    const opening = openingContainer(line)
    this.#size = opening?.size ?? 0
    return opening !== undefined && this.#input.names.has(opening.name)
  }

  readonly #afterOpening: State = code => {
    const { context, effects } = this.#input
    if (code === null || context.interrupt) return this.#end(code)
    return effects.check(nonLazyLine(context), this.#beforeContent, this.#end)(code)
  }

  readonly #beforeContent: State = code => {
    const { effects } = this.#input
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return this.#firstLine
  }

  readonly #firstLine: State = code => {
    const { context, effects } = this.#input
    if (code === null) return this.#end(code)
    if (isEol(code)) return effects.check(nonLazyLine(context), this.#openContent, this.#end)(code)
    return effects.attempt(this.#closing(), this.#end, this.#openContent)(code)
  }

  readonly #openContent: State = code => {
    this.#input.effects.enter('containerContent')
    return this.#line(code)
  }

  readonly #line: State = code => {
    if (code === null) return this.#endContent(code)
    const isLast = lineThat('containerClosing', this.#closes)
    return this.#input.effects.check(isLast, this.#endContent, this.#contentLine)(code)
  }

  /** True for the line that ends the container. Notes where code begins and ends. */
  readonly #closes = (line: string): boolean => {
    if (!this.#fence) {
      this.#fence = openingFence(line)
      return !this.#fence && closesContainer(line, this.#size)
    }
    if (closesFence(line, this.#fence)) this.#fence = undefined
    return false
  }

  readonly #contentLine: State = code => {
    const { context, effects } = this.#input
    if (isEol(code)) return effects.check(nonLazyLine(context), this.#openLine, this.#endContent)(code)
    return this.#openLine(code)
  }

  readonly #openLine: State = code => {
    const previous = this.#previous
    const fields = { contentType: 'document' as const, ...(previous ? { previous } : {}) }
    const token = this.#input.effects.enter('chunkDocument', fields)
    if (previous) previous.next = token
    this.#previous = token
    return this.#inLine(code)
  }

  readonly #inLine: State = code => {
    const { context, effects } = this.#input
    if (code === null) return this.#endLine(code)
    if (isEol(code)) return effects.check(nonLazyLine(context), this.#nextLine, this.#endLine)(code)
    effects.consume(code)
    return this.#inLine
  }

  readonly #nextLine: State = code => {
    const { effects } = this.#input
    effects.consume(code)
    effects.exit('chunkDocument')
    return this.#line
  }

  readonly #endLine: State = code => {
    this.#input.effects.exit('chunkDocument')
    return this.#endContent(code)
  }

  readonly #endContent: State = code => {
    const { effects } = this.#input
    effects.exit('containerContent')
    if (isLineEnd(code)) return this.#end(code)
    return effects.attempt(this.#closing(), this.#end, this.#end)(code)
  }

  readonly #end: State = code => {
    const { effects, ok } = this.#input
    effects.exit('container')
    return ok(code)
  }

  #closing(): Construct {
    return lineThat('containerClosing', line => closesContainer(line, this.#size))
  }
}

/** From micromark's tokens to `container` nodes. */
const containerFromMarkdown: TreeExtension = {
  enter: {
    container(token) {
      this.enter(
        {
          type: 'container',
          name: '',
          title: '',
          afterName: { text: '', at: 0 },
          alert: false,
          size: 0,
          closed: false,
          children: [],
        },
        token,
      )
    },
  },
  exit: {
    containerOpening(token) {
      const line = this.sliceSerialize(token)
      const opening = openingContainer(line)
      const node = this.stack.at(-1)
      if (node?.type !== 'container' || !opening) return
      node.name = opening.name
      node.size = opening.size
      takeTitle(node, opening.title)
      node.afterName = { text: line.slice(opening.nameEnd), at: opening.nameEnd }
    },
    containerClosing() {
      const node = this.stack.at(-1)
      if (node?.type === 'container') node.closed = true
    },
    container(token) {
      this.exit(token)
    },
  },
}

/** What may stand for something else than itself in a line of Markdown. */
const MARKS = /[`*_\\&[]/

function takeTitle(node: ContainerNode, title: string): void {
  node.title = title
  if (!MARKS.test(title)) return
  node.titleRuns = readInlineLine(title)
  node.title = node.titleRuns.map(({ text }) => text).join('')
}

/** Fenced code that is open. */
interface CodeFence {
  mark: string
  size: number
}

/** First line of a container, see `openingContainer`. */
interface ContainerOpening {
  /** Number of colons. */
  size: number
  name: string
  /** Rest of the line, empty when there is none. */
  title: string
  /** Index in the line of what stands behind the name. */
  nameEnd: number
}

/** The fence that a line opens, if it does. */
function openingFence(line: string): CodeFence | undefined {
  const [start = '', run] = FENCE_START.exec(line) ?? []
  // Backticks further on make it code within a line.
  if (run === undefined || (run.startsWith('`') && line.includes('`', start.length))) return undefined
  return { mark: run.slice(0, 1), size: run.length }
}

/** True for a line that ends the code which `fence` opened. */
function closesFence(line: string, { mark, size }: CodeFence): boolean {
  const run = FENCE_END.exec(line)?.[1] ?? ''
  return run.startsWith(mark) && run.length >= size
}

/** Three or more colons and a name; whether the name is one of a container is for the caller to tell. */
export function openingContainer(line: string): ContainerOpening | undefined {
  const [start = '', colons, name] = CONTAINER_START.exec(line) ?? []
  if (colons === undefined || name === undefined) return undefined
  const nameEnd = start.length
  return { size: colons.length, name, title: titleOf(line.slice(nameEnd)), nameEnd }
}

/** A title may stand in square brackets right behind the name. */
function titleOf(rest: string): string {
  return readLabel(rest, 0)?.label ?? rest.trim()
}

/** True for a line that ends a container of `size` colons. */
export function closesContainer(line: string, size: number): boolean {
  return (CONTAINER_END.exec(line)?.[1]?.length ?? 0) >= size
}
