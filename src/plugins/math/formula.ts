import temml from 'temml'
import type { HtmlTree } from '../../schema/plugin.ts'
import { elementsOf, readMarkup } from '../markup.ts'

/** A formula as MathML, or what is wrong with its TeX, `offset` characters from its start. */
type Formula =
  | { tree: HtmlTree; problem?: undefined; offset?: undefined }
  | { tree?: undefined; problem: string; offset: number }

/** Longest TeX of one formula: drawing takes memory with its square. */
const MAX_LENGTH = 10_000

/** Draws TeX as MathML without inline styles, which the policy of sites forbids. `macros`: `{ '\\RR': '\mathbb{R}' }`. */
export function createFormula(
  tex: string,
  { display, macros }: { display: boolean; macros: Readonly<Record<string, string>> },
): Formula {
  if (tex.length > MAX_LENGTH)
    return { problem: `it has more than ${MAX_LENGTH} characters`, offset: MAX_LENGTH }
  const reference = /\\(?:eq)?ref\b/.exec(tex)
  if (reference) return { problem: `\`${reference[0]}\` leads nowhere here`, offset: reference.index }
  try {
    const markup = temml.renderToString(tex, {
      displayMode: display,
      macros: { ...macros },
      throwOnError: true,
      wrap: 'tex',
      maxSize: [50, 500],
    })
    const [tree] = readMarkup(markup)
    if (!tree) return { problem: 'it is empty', offset: 0 }
    for (const element of elementsOf([tree])) {
      // Ids belong to the page: a name that a formula gives could be there already.
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
    const problem = text.charAt(0).toLowerCase() + text.slice(1)
    return { problem, offset: Math.min(position, tex.length) }
  }
}

/** Declarations of temml, and the classes of `math.css` with the same ones. */
const CLASSES: Record<string, string> = {
  'display:block math': 'tx-block',
  'width:100%': 'tx-wide',
  'width:50%': 'tx-half',
  'width:7.5%': 'tx-side',
  'width:90%': 'tx-90',
  'height:1em': 'tx-line',
  'left:0.1em': 'tx-left',
  'math-depth:0': 'tx-depth-0',
  'math-depth:2': 'tx-depth-2',
  'font-weight:bold': 'tx-bold',
  'font-style:italic': 'tx-italic',
  'text-align:left': 'tml-left',
  'transform:scaleX(-1)': 'tx-mirror',
  'position:absolute': 'tx-over',
  'position:relative': 'tx-around',
  'right:0': 'tx-right',
  'bottom:0': 'tx-bottom',
  'display:flex': 'tx-flex',
  'justify-content:center': 'tx-center',
  'border:1px solid': 'tx-frame',
}

const ATTRIBUTES: Record<string, string> = {
  color: 'mathcolor',
  background: 'mathbackground',
  'background-color': 'mathbackground',
  'font-size': 'mathsize',
}

/** Lengths that have classes, in thousandths of an em; others get the nearest. */
const VERTICAL = [0, 250, 300, 600, 800, 1000, 2000]
const HORIZONTAL = [0, 139, 250, 300, 400, 600, 1000]
const MARGINS = [-2000, -1000, -500, -278, -222, -167, -100, 0]
const SIDES: Record<string, readonly [letters: string, lengths: readonly number[]]> = {
  'padding-top': ['pt', VERTICAL],
  'padding-right': ['pr', HORIZONTAL],
  'padding-bottom': ['pb', VERTICAL],
  'padding-left': ['pl', HORIZONTAL],
  'margin-left': ['ml', MARGINS],
}
const EM: Record<string, number> = { em: 1, ex: 0.43, pt: 0.1, px: 1 / 16, '': 1 }

function readStyle(style: string): { attributes: Record<string, string>; classes: string[] } {
  const declarations = new Map<string, string>()
  for (const [, name = '', value = ''] of style.matchAll(/([a-z-]+)\s*:\s*([^;]+)/g)) {
    const [top = '0', right = top, bottom = top, left = right] = value.trim().split(/\s+/)
    if (name !== 'padding') declarations.set(name, value.trim())
    else
      for (const [side, length] of Object.entries({ top, right, bottom, left }))
        declarations.set(`padding-${side}`, length)
  }
  const attributes: Record<string, string> = {}
  const classes: string[] = []
  for (const [name, value] of declarations) {
    const attribute = ATTRIBUTES[name]
    if (attribute !== undefined) attributes[attribute] = value
    else classes.push(...classesOf(name, value))
  }
  return { attributes, classes }
}

function classesOf(name: string, value: string): string[] {
  const known = CLASSES[`${name}:${value}`]
  if (known !== undefined) return [known]
  const side = SIDES[name]
  if (side) {
    const [letters, lengths] = side
    const [, number = '0', unit = ''] = /^(-?[\d.]+)([a-z]*)$/.exec(value) ?? []
    const wanted = Number(number) * (EM[unit] ?? 1) * 1000
    const distance = (length: number) => Math.abs(length - wanted)
    return [`tx-${letters}${lengths.toSorted((a, b) => distance(a) - distance(b))[0]}`]
  }
  const line = /^border(-\w+)?:\S+ (solid|dashed|double)/.exec(`${name}:${value}`)
  return line ? [`tx-${line[2]}${line[1] ?? ''}`] : []
}
