/** `docsgen/plugins/math`: formulas in TeX, drawn as MathML when the site is built. */
import type { Literal, Node, Parent, Root } from 'mdast'
import { mathFromMarkdown } from 'mdast-util-math'
import * as z from 'zod'
import type { FenceHook, HtmlTree, PluginDefinition } from '../../schema/plugin.ts'
import { codeOf, nameOf, scrollBox } from '../markup.ts'
import { createFormula } from './formula.ts'
import { mathSyntax } from './syntax.ts'

const options = z.strictObject({
  /** Formulas in lines are written `$x$`; with `false` dollars are dollars, and `$$x$$` alone is a formula. */
  dollars: z.boolean().default(true),
  /** Commands of the site: `{ '\\RR': '\\mathbb{R}' }`. */
  macros: z
    .record(z.string().regex(/^\\(?:[A-Za-z]+|.)$/, 'must be a command such as `\\RR`'), z.string())
    .default({}),
})

type Options = z.output<typeof options>

/** The part of a `VFile` that is used here. */
interface PageFile {
  data: { lang?: string }
  toString(): string
  message(reason: string, place: unknown, id: string): { fatal?: boolean; note?: string }
}

const plugin: PluginDefinition<Options> = {
  name: 'math',
  options,
  styles: ['./math.css'],
  markdown: ({ dollars, macros }) => ({
    remark: [
      function (this: { data(): Record<string, unknown[]> }) {
        const data = this.data()
        data['micromarkExtensions'] = [...(data['micromarkExtensions'] ?? []), mathSyntax(dollars)]
        data['fromMarkdownExtensions'] = [...(data['fromMarkdownExtensions'] ?? []), mathFromMarkdown()]
        return (tree: Root, file: PageFile) => {
          const lines = String(file).split('\n')
          for (const node of formulasIn(tree)) drawNode(node, { file, lines, macros })
        }
      },
    ],
    fences: { math: drawFence },
  }),
}

export default plugin

/** A formula: its TeX as written. */
interface MathNode extends Literal {
  type: 'math' | 'inlineMath'
}

function formulasIn(node: Node): MathNode[] {
  const children = (node as Partial<Parent>).children ?? []
  return children.flatMap(child =>
    (child as Node).type === 'math' || (child as Node).type === 'inlineMath'
      ? [child as unknown as MathNode]
      : formulasIn(child),
  )
}

interface Drawing {
  file: PageFile
  lines: readonly string[]
  macros: Options['macros']
}

/** Makes a formula its drawing; one that cannot be drawn, its TeX. */
function drawNode(node: MathNode, { file, lines, macros }: Drawing): void {
  const isBlock = node.type === 'math'
  const start = node.position?.start ?? { line: 1, column: 1 }
  const report = (reason: string, place: unknown, id: string, note: string) =>
    Object.assign(file.message(reason, place, id), { fatal: true, note })
  const last = node.position?.end.line ?? start.line
  if (isBlock && (last === start.line || !/\$\$\s*$/.test(lines[last - 1] ?? '')))
    report(
      '`$$` opens a formula that is never closed.',
      start,
      'unclosed',
      'Close it with a line of its own: `$$`.',
    )
  const display = isBlock || (lines[start.line - 1] ?? '').startsWith('$$', start.column - 1)
  const { tree, problem, offset } = createFormula(node.value, { display, macros })
  if (problem !== undefined) {
    const before = node.value.slice(0, offset).split('\n')
    const row = before.length - 1
    const line = start.line + row + (isBlock ? 1 : 0)
    const from = line === start.line ? start.column : 0
    // Further lines stand behind the margin of a list or a quotation.
    const margin = lines[line - 1]?.indexOf(node.value.split('\n')[row] ?? '', from) ?? 0
    const column = Math.max(from, margin) + 1 + (before.at(-1)?.length ?? 0)
    report(sentence(problem), { line, column }, 'tex', 'The sign of a dollar is written `\\$`.')
  }
  const drawn = tree ?? codeOf(node.value)
  const { tagName, properties, children } = display
    ? boxOf(drawn, isBlock ? 'div' : 'span', file.data.lang)
    : drawn
  Object.assign(node, { data: { hName: tagName, hProperties: properties, hChildren: children } })
}

const drawFence: FenceHook<Options> = (code, _info, { lang, options: { macros } }) => {
  const { tree, problem, offset } = createFormula(code, { display: true, macros })
  const html = boxOf(tree ?? codeOf(code), 'div', lang)
  if (problem === undefined) return { html, problems: [] }
  const before = code.slice(0, offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return { html, problems: [{ message: sentence(problem), rule: 'tex', line: before.length, column }] }
}

function sentence(problem: string): string {
  return `The formula cannot be drawn: ${problem}.`
}

function boxOf(formula: HtmlTree, tagName: 'div' | 'span', lang = 'en'): HtmlTree {
  return scrollBox(tagName, 'math-display', nameOf('formula', lang), formula)
}
