/** `docsgen/plugins/math`: formulas in TeX, drawn as MathML when the site is built. */
import type { Node, Parent, Root } from 'mdast'
import * as z from 'zod'
import type { HtmlTree, PluginDefinition, PluginProblem } from '../../schema/plugin.ts'
import { nameOf } from '../names.ts'
import { isMathNode, mathSyntax, mathTree, type MathNode, placeInFormula } from './markdown.ts'
import { createFormula } from './formula.ts'

const options = z.strictObject({
  /** Formulas in lines are written `$x$`; with `false` dollars are dollars, and `$$x$$` alone is a formula. */
  dollars: z.boolean().default(true),
  /** Commands of the site: `{ '\\RR': '\\mathbb{R}' }`. */
  macros: z
    .record(z.string().regex(/^\\(?:[A-Za-z]+|.)$/, 'must be a command such as `\\RR`'), z.string())
    .default({}),
})

type Options = z.output<typeof options>

/** What tree plugins are told of a page. */
interface PageFile {
  data: { lang?: string }
  message(reason: string, place: unknown, id: string): { fatal?: boolean; note?: string }
}

const SOURCE_HINT = 'The sign of a dollar is written `\\$`.'

const plugin: PluginDefinition<Options> = {
  name: 'math',
  options,
  styles: ['./math.css'],
  markdown: ({ dollars, macros }) => ({
    remark: [
      function (this: { data(): Record<string, unknown[]> }) {
        const data = this.data()
        data['micromarkExtensions'] = [...(data['micromarkExtensions'] ?? []), mathSyntax(dollars)]
        data['fromMarkdownExtensions'] = [...(data['fromMarkdownExtensions'] ?? []), mathTree()]
        return (tree: Root, file: PageFile) => drawAll(tree, file, macros)
      },
    ],
    fences: { math: (code, _info, { lang }) => drawFence(code, lang, macros) },
  }),
}

export default plugin

function drawAll(tree: Node, file: PageFile, macros: Options['macros']): void {
  for (const node of (tree as Partial<Parent>).children ?? []) {
    if (isMathNode(node)) drawNode(node, file, macros)
    else drawAll(node, file, macros)
  }
}

/** Says what a formula becomes; one that cannot be drawn, its TeX. */
function drawNode(node: MathNode, file: PageFile, macros: Options['macros']): void {
  const { value, display, closed, position } = node
  const report = (reason: string, place: unknown, [id, note]: [id: string, note: string]) =>
    Object.assign(file.message(reason, place, id), { fatal: true, note })
  if (!closed)
    report('`$$` opens a formula that is never closed.', position?.start, [
      'unclosed',
      'Close it with a line of its own: `$$`.',
    ])
  const { tree, problem, offset } = createFormula(value, { display, macros })
  if (problem !== undefined) report(sentence(problem), placeInFormula(node, offset), ['tex', SOURCE_HINT])
  const drawn = tree ?? codeOf(value)
  const { tagName, properties, children } = display ? boxOf(drawn, node.type, file.data.lang) : drawn
  Object.assign(node, { data: { hName: tagName, hProperties: properties, hChildren: children } })
}

function drawFence(
  code: string,
  lang: string,
  macros: Options['macros'],
): { html: HtmlTree; problems: PluginProblem[] } {
  const { tree, problem, offset } = createFormula(code, { display: true, macros })
  if (tree) return { html: boxOf(tree, 'math', lang), problems: [] }
  const before = code.slice(0, offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const html = boxOf(codeOf(code), 'math', lang)
  return { html, problems: [{ message: sentence(problem), rule: 'tex', line: before.length, column }] }
}

function sentence(problem: string): string {
  return `The formula cannot be drawn: ${problem}.`
}

function codeOf(value: string): HtmlTree {
  return { type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value }] }
}

/** A formula by itself: what is too wide for a phone is scrolled, with a keyboard, too. */
function boxOf(formula: HtmlTree, type: MathNode['type'], lang = 'en'): HtmlTree {
  const label = nameOf('formula', lang)
  const properties = { className: ['math-display'], role: 'group', tabIndex: 0, ariaLabel: label }
  return { type: 'element', tagName: type === 'math' ? 'div' : 'span', properties, children: [formula] }
}
