import type { Literal, Node } from 'mdast'
import type { CompileContext, Extension, Token } from 'mdast-util-from-markdown'

/** Where a piece of a formula begins in the page; columns from 1. */
interface PiecePoint {
  line: number
  column: number
}

/** A formula: its TeX as written. */
export interface MathNode extends Literal {
  type: 'math' | 'inlineMath'
  /** Written with two dollars, or as a block: not in a line of text. */
  display: boolean
  /** Of a block: its last line is there. */
  closed: boolean
  /** The first piece of each line. */
  points: PiecePoint[]
}

export function isMathNode(node: Node): node is MathNode {
  return node.type === 'math' || node.type === 'inlineMath'
}

declare module 'mdast' {
  interface RootContentMap {
    math: MathNode
    inlineMath: MathNode
  }
}

/** Makes nodes of what `mathSyntax` reads. */
export function mathFromMarkdown(): Extension {
  return {
    enter: { mathText: enterText, mathFlow: enterFlow },
    exit: {
      mathText: exitText,
      mathFlow: exitFlow,
      mathTextSequence(token) {
        nodeOf(this).display = this.sliceSerialize(token).length === 2
      },
      mathTextData: exitPiece,
      mathFlowValue: exitPiece,
      mathFlowFence(token) {
        const node = nodeOf(this)
        node.closed = token.start.line > (node.position?.start.line ?? 0)
      },
    },
  }
}

function enterText(this: CompileContext, token: Token): void {
  this.enter({ type: 'inlineMath', value: '', display: false, closed: true, points: [] }, token)
  // Ends of lines would become text of what the formula stands in.
  this.buffer()
}

function exitText(this: CompileContext, token: Token): void {
  this.resume()
  const node = nodeOf(this)
  node.value = node.display ? node.value.trim() : node.value
  this.exit(token)
}

function enterFlow(this: CompileContext, token: Token): void {
  const point = { line: token.start.line + 1, column: 1 }
  this.enter({ type: 'math', value: '', display: true, closed: false, points: [point] }, token)
}

function exitFlow(this: CompileContext, token: Token): void {
  this.exit(token)
}

function exitPiece(this: CompileContext, token: Token): void {
  const node = nodeOf(this)
  const { line, column } = token.start
  const { points } = node
  const last = points.at(-1)
  if (!last) points.push({ line, column })
  else if (node.value === '') points[0] = { line, column }
  else {
    node.value += '\n'.repeat(line - last.line)
    // Lines without anything are lines all the same.
    for (let empty = last.line + 1; empty < line; empty += 1) points.push({ line: empty, column: 1 })
    if (line > last.line) points.push({ line, column })
  }
  node.value += this.sliceSerialize(token)
}

function nodeOf(context: CompileContext): MathNode {
  const node = context.stack.findLast(each => isMathNode(each))
  if (!node) throw new Error('A part of a formula is in none.')
  return node
}

/** Where a character of the TeX of a formula stands in the page. */
export function placeInFormula({ value, points, position }: MathNode, offset: number): PiecePoint {
  const before = value.slice(0, offset).split('\n')
  const point = points[before.length - 1] ?? position?.start ?? { line: 1, column: 1 }
  return { line: point.line, column: point.column + (before.at(-1)?.length ?? 0) }
}
