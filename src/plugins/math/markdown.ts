/** Formulas in Markdown: `micromark-extension-math` and `mdast-util-math`, with the rules that keep prices and shell variables text. */
import type { Literal, Node } from 'mdast'
import type { CompileContext, Extension as TreeExtension, Token } from 'mdast-util-from-markdown'
import { mathFromMarkdown } from 'mdast-util-math'
import { math } from 'micromark-extension-math'
import type { Code, Construct, Extension, State, TokenizeContext } from 'micromark-util-types'

const DOLLAR = 36

/**
 * The syntax. `single`: formulas of one dollar, too. One begins where no letter stands before it and no white space after it, and
 * ends where no white space stands before the dollar and no digit after it.
 */
export function mathSyntax(single: boolean): Extension {
  const { text, flow } = math({ singleDollarTextMath: single }) as Record<string, Record<number, Construct>>
  const formula = text?.[DOLLAR] as Construct
  const block = flow?.[DOLLAR] as Construct
  return {
    text: { [DOLLAR]: { ...formula, previous, tokenize: checked(formula) } },
    flow: {
      [DOLLAR]: {
        ...block,
        // A block begins with two dollars alone in their line: `$$x` is text.
        tokenize(effects, ok, nok) {
          return effects.check(FENCE, effects.attempt(block, ok, nok), nok)
        },
      },
    },
  }
}

function previous(this: TokenizeContext, code: Code): boolean {
  // `\$` is no dollar of the syntax: the escape was read before.
  const isEscaped = this.events.at(-1)?.[1].type === 'characterEscape'
  const isLetter = code !== null && code > 0 && /[A-Za-z]/.test(String.fromCodePoint(code))
  return !isLetter && (code !== DOLLAR || isEscaped)
}

function checked(formula: Construct): Construct['tokenize'] {
  return function (effects, ok, nok) {
    const check: State = code => {
      const token = this.events.at(-1)?.[1]
      const [, dollars = '', tex = ''] =
        /^(\$+)([^]*?)\$+$/.exec(token ? this.sliceSerialize(token) : '') ?? []
      const isDigit = code !== null && code >= 48 && code <= 57
      const isText = /^\s|[\s\\]$|`/.test(tex) || isDigit
      return dollars.length > 2 || (dollars.length === 1 && isText) ? nok(code) : ok(code)
    }
    return formula.tokenize.call(this, effects, check, nok)
  }
}

/** Two dollars alone in a line. */
const FENCE: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let size = 0
    const next: State = code => {
      if (size >= 2 && (code === null || code < -2)) {
        effects.exit('mathFlowFence')
        return ok(code)
      }
      const isSpace = code === 32 || code === -2 || code === -1
      if (code === DOLLAR ? size === 2 : size < 2 || !isSpace) return nok(code)
      size += code === DOLLAR ? 1 : 0
      effects.consume(code)
      return next
    }
    return code => {
      effects.enter('mathFlowFence')
      return next(code)
    }
  },
}

/** A formula: its TeX as written. */
export interface MathNode extends Literal {
  type: 'math' | 'inlineMath'
  /** Written with two dollars, or as a block: not in a line of text. */
  display: boolean
  /** Of a block: its last line is there. */
  closed: boolean
  /** Line of the page → the column of it at which the TeX begins, 1-based. */
  columns: Map<number, number>
}

export function isMathNode(node: Node): node is MathNode {
  return node.type === 'math' || node.type === 'inlineMath'
}

/** Makes nodes of what `mathSyntax` reads. */
export function mathTree(): TreeExtension {
  const { enter, exit } = mathFromMarkdown() as Required<TreeExtension>
  const begin = (name: 'mathText' | 'mathFlow', given: Partial<MathNode>) =>
    function (this: CompileContext, token: Token) {
      enter?.[name]?.call(this, token)
      Object.assign(nodeOf(this), given, { columns: new Map<number, number>() })
    }
  const note = (name: 'mathTextData' | 'mathFlowValue') =>
    function (this: CompileContext, token: Token) {
      const { columns } = nodeOf(this)
      const { line, column } = token.start
      if (!columns.has(line)) columns.set(line, column)
      exit?.[name]?.call(this, token)
    }
  return {
    enter: {
      ...enter,
      mathText: begin('mathText', { display: false, closed: true }),
      mathFlow: begin('mathFlow', { display: true, closed: false }),
    },
    exit: {
      ...exit,
      mathTextData: note('mathTextData'),
      mathFlowValue: note('mathFlowValue'),
      mathTextSequence(token) {
        nodeOf(this).display = this.sliceSerialize(token).length === 2
      },
      mathFlowFence(token) {
        const node = nodeOf(this)
        node.closed = token.start.line > (node.position?.start.line ?? 0)
        exit?.['mathFlowFence']?.call(this, token)
      },
    },
  }
}

function nodeOf(context: CompileContext): MathNode {
  return context.stack.findLast(each => isMathNode(each)) as MathNode
}

/** Where a character of the TeX of a formula stands in the page. */
export function placeInFormula(
  { type, value, columns, position }: MathNode,
  offset: number,
): { line: number; column: number } {
  const before = value.slice(0, offset).split('\n')
  const start = position?.start.line ?? 1
  const [first = start] = type === 'math' ? [start + 1] : columns.keys()
  const line = first + before.length - 1
  return { line, column: (columns.get(line) ?? 1) + (before.at(-1)?.length ?? 0) }
}
