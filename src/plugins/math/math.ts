/** `docsgen/plugins/math`: formulas in TeX, drawn as MathML when the site is built. */
import type { Literal, Node, Parent, Root } from 'mdast'
import type { Point } from 'unist'
import { mathFromMarkdown } from 'mdast-util-math'
import { math } from 'micromark-extension-math'
import type { Code, Construct, Extension, State, TokenizeContext } from 'micromark-util-types'
import temml from 'temml'
import type { VFile } from 'vfile'
import * as z from 'zod'
import type { FenceHook, HtmlTree, PluginDefinition } from '../../schema/plugin.ts'
import { elementsOf, nameOf, readMarkup, scrollBox, textElement } from '../markup.ts'

const options = z.strictObject({
  /** `$x$` is a formula; with `false`, only `$$x$$` is. */
  dollars: z.boolean().default(true),
  /** Commands of the site: `{ '\\RR': '\\mathbb{R}' }`. */
  macros: z
    .record(z.string().regex(/^\\(?:[A-Za-z]+|.)$/, 'must be a command such as `\\RR`'), z.string())
    .default({}),
})

type Options = z.output<typeof options>

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
        return (tree: Root, file: VFile) => {
          const lines = String(file).split('\n')
          for (const node of formulasIn(tree)) drawNode(node, file, lines, macros)
        }
      },
    ],
    fences: { math: drawFence },
  }),
}

export default plugin

interface MathNode extends Literal {
  type: 'math' | 'inlineMath'
}

function formulasIn(node: Node): MathNode[] {
  if (/^(?:math|inlineMath)$/.test(node.type)) return [node as MathNode]
  return ((node as Partial<Parent>).children ?? []).flatMap(formulasIn)
}

function drawNode(node: MathNode, file: VFile, lines: readonly string[], macros: Options['macros']) {
  const isBlock = node.type === 'math'
  const { start, end } = node.position ?? { start: { line: 1, column: 1 }, end: { line: 1 } }
  const report = (id: string, place: Point, reason: string, note: string) =>
    Object.assign(file.message(reason, place, id), { fatal: true, note })
  if (isBlock && (end.line === start.line || !/\$\$\s*$/.test(lines[end.line - 1] ?? ''))) {
    const hint = 'Close it with `$$` on its own line.'
    report('unclosed', start, '`$$` opens a formula that is never closed.', hint)
  }
  const display = isBlock || (lines[start.line - 1] ?? '').startsWith('$$', start.column - 1)
  const { tree, problem } = createFormula(node.value, { display, macros })
  if (problem) {
    const row = problem.line - 1
    const line = start.line + row + (isBlock ? 1 : 0)
    const from = line === start.line ? start.column : 0
    // A list or quotation indents further lines.
    const margin = lines[line - 1]?.indexOf(node.value.split('\n')[row] ?? '', from) ?? 0
    const column = Math.max(from, margin) + problem.column
    report('tex', { line, column }, problem.message, 'For a dollar sign, write `\\$`.')
  }
  const tag = isBlock ? 'div' : 'span'
  const { tagName, properties, children } = display ? boxOf(tree, tag, file.data['lang'] as string) : tree
  Object.assign(node, { data: { hName: tagName, hProperties: properties, hChildren: children } })
}

const drawFence: FenceHook<Options> = (code, _info, { lang, options: { macros } }) => {
  const { tree, problem } = createFormula(code, { display: true, macros })
  return { html: boxOf(tree, 'div', lang), problems: problem ? [{ ...problem, rule: 'tex' }] : [] }
}

function boxOf(formula: HtmlTree, tagName: 'div' | 'span', lang = 'en') {
  return scrollBox(tagName, 'math-display', nameOf('formula', lang), formula)
}

const DOLLAR = 36

/**
 * Prices and shell variables stay text: a formula of one dollar (`single`) has no letter before it, no white space inside its
 * dollars, and no digit after it.
 */
function mathSyntax(single: boolean): Extension {
  const { text, flow } = math({ singleDollarTextMath: single }) as Record<string, Record<number, Construct>>
  const formula = text?.[DOLLAR] as Construct
  const block = flow?.[DOLLAR] as Construct
  const fenced: Construct['tokenize'] = (effects, ok, nok) =>
    effects.check(FENCE, effects.attempt(block, ok, nok), nok)
  return {
    text: { [DOLLAR]: { ...formula, previous, tokenize: checked(formula) } },
    flow: { [DOLLAR]: { ...block, tokenize: fenced } },
  }
}

function previous(this: TokenizeContext, code: Code) {
  // The escape `\$` was read before.
  const isEscaped = this.events.at(-1)?.[1].type === 'characterEscape'
  return (code !== DOLLAR || isEscaped) && !/[A-Za-z]/.test(String.fromCharCode(code ?? 0))
}

function checked(formula: Construct): Construct['tokenize'] {
  return function (effects, ok, nok) {
    const check: State = code => {
      const token = this.events.at(-1)?.[1]
      const written = token ? this.sliceSerialize(token) : ''
      const [, dollars = '', tex = ''] = /^(\$+)([^]*?)\$+$/.exec(written) ?? []
      const isText = /^\s|[\s\\]$|`/.test(tex) || /\d/.test(String.fromCharCode(code ?? 0))
      return dollars.length > 2 || (dollars.length === 1 && isText) ? nok(code) : ok(code)
    }
    return formula.tokenize.call(this, effects, check, nok)
  }
}

/** Two dollars alone in their line: `$$x` is text. */
const FENCE: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let line = ''
    const next: State = code => {
      if (code === null || code < -2) {
        effects.exit('mathFlowFence')
        return /^\$\$ *$/.test(line) ? ok(code) : nok(code)
      }
      line += code < 0 ? ' ' : String.fromCharCode(code)
      effects.consume(code)
      return next
    }
    return code => {
      effects.enter('mathFlowFence')
      return next(code)
    }
  },
}

/** Drawing takes memory that grows with the square of the length. */
const MAX_LENGTH = 10_000

/** MathML without inline styles, which the policy of sites forbids; with a `problem`, the TeX as code. */
export function createFormula(
  tex: string,
  { display, macros }: { display: boolean; macros: Readonly<Record<string, string>> },
): { tree: HtmlTree; problem?: Record<'line' | 'column', number> & { message: string } } {
  const refuse = (reason: string, offset: number) => {
    const before = tex.slice(0, offset).split('\n')
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
    const message = `The formula can't be rendered: ${reason}.`
    return { tree: textElement('code', tex), problem: { message, ...place } }
  }
  if (tex.length > MAX_LENGTH) return refuse(`it has more than ${MAX_LENGTH} characters`, MAX_LENGTH)
  const reference = /\\(?:eq)?ref\b/.exec(tex)
  if (reference) return refuse(`\`${reference[0]}\` can't refer to other formulas here`, reference.index)
  try {
    const markup = temml.renderToString(tex, {
      displayMode: display,
      macros: { ...macros },
      throwOnError: true,
      wrap: 'tex',
      maxSize: [50, 500],
    })
    const [tree] = readMarkup(markup)
    if (!tree) return refuse('it is empty', 0)
    for (const element of elementsOf([tree])) {
      // The page may have the same id.
      const { style = '', class: own = '', id: _id, ...properties } = element.properties ?? {}
      const { attributes, classes } = readStyle(String(style))
      const className = [...new Set([...String(own).split(' '), ...classes])].filter(Boolean)
      element.properties = { ...properties, ...attributes, ...(className.length > 0 && { className }) }
    }
    return { tree }
  } catch (error) {
    const { message, position = 0 } = error as Error & { position?: number }
    const [reason = ''] = message.split(/ at (?:position \d+|end of input):/)
    const text = reason.trim().replace(/\.$/, '')
    return refuse(text.charAt(0).toLowerCase() + text.slice(1), position)
  }
}

const ATTRIBUTES: Record<string, string> = {
  color: 'mathcolor',
  background: 'mathbackground',
  'background-color': 'mathbackground',
  'font-size': 'mathsize',
}

/** Lengths with classes in `math.css`, in thousandths of an em. */
const PADDINGS = [0, 250, 400, 600, 1000]
const MARGINS = [-1000, -500, -250, -167]
const EM: Record<string, number> = { em: 1, ex: 0.43, pt: 0.1, px: 1 / 16, '': 1 }

/** `width:50%` is the class `tx-width-50`. */
function readStyle(style: string): { attributes: Record<string, string>; classes: string[] } {
  const attributes: Record<string, string> = {}
  const classes: string[] = []
  for (const [, name = '', value = ''] of style.matchAll(/([a-z-]+)\s*:\s*([^;]+)/g)) {
    const attribute = ATTRIBUTES[name]
    const lengths = value.trim().split(/\s+/)
    const [top = '', right = top, bottom = top, left = right] = lengths
    if (attribute !== undefined) attributes[attribute] = value.trim()
    else if (name === 'padding')
      for (const [side, length] of Object.entries({ top, right, bottom, left }))
        classes.push(`tx-padding-${side}-${nearest(length, PADDINGS)}`)
    else if (name.startsWith('padding')) classes.push(`tx-${name}-${nearest(top, PADDINGS)}`)
    else if (name === 'margin-left') classes.push(`tx-${name}-${nearest(top, MARGINS)}`)
    else if (name.startsWith('border')) classes.push(`tx-${name}-${right}`)
    else classes.push(`tx-${name}-${lengths.join('-').replace(/[^\w-]+/g, '')}`)
  }
  return { attributes, classes }
}

function nearest(length: string, known: readonly number[]) {
  const [, number, unit = ''] = /^(-?[\d.]+)([a-z]*)$/.exec(length) ?? []
  const wanted = Number(number) * (EM[unit] ?? 1) * 1000
  return known.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0]
}
