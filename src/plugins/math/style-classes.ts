/** What formulas look like without inline styles, which the policy of sites forbids: attributes of MathML, and classes. */
import type { HtmlTree } from '../../schema/plugin.ts'

/** Declarations that stand in a formula as they are here. `math.css` has the classes. */
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

/** Attributes of MathML that say the same. */
const ATTRIBUTES: Record<string, string> = {
  color: 'mathcolor',
  background: 'mathbackground',
  'background-color': 'mathbackground',
  'font-size': 'mathsize',
}

/** Sides of a box: the first letters of its classes. */
const SIDES: Record<string, string> = {
  'padding-top': 'pt',
  'padding-right': 'pr',
  'padding-bottom': 'pb',
  'padding-left': 'pl',
  'margin-left': 'ml',
}

/** Lengths that have classes, in thousandths of an em; others get the nearest. */
const PADDINGS = [0, 139, 250, 300, 400, 600, 800, 1000, 1500, 2000]
const MARGINS = [-2000, -1000, -500, -278, -222, -167, -100, 0]

const EM: Record<string, number> = { em: 1, ex: 0.43, pt: 0.1, px: 1 / 16, '': 1 }

/** Takes the inline style of an element of a formula: what readers would see of it becomes attributes and classes. */
export function takeStyle(element: HtmlTree): void {
  const { style, class: own, ...properties } = element.properties ?? {}
  const names = typeof own === 'string' ? own.split(' ') : []
  for (const [name, value] of typeof style === 'string' ? declarationsOf(style) : []) {
    const attribute = ATTRIBUTES[name]
    if (attribute !== undefined) properties[attribute] = value
    else names.push(...classesOf(name, value))
  }
  const kept = [...new Set(names.filter(name => name !== ''))]
  element.properties = kept.length > 0 ? { ...properties, className: kept } : properties
}

/** Declarations, the last of each property, those of all sides one by one. */
function declarationsOf(style: string): Map<string, string> {
  const all = new Map<string, string>()
  for (const declaration of style.split(';')) {
    const at = declaration.indexOf(':')
    const name = declaration.slice(0, at).trim()
    const value = declaration.slice(at + 1).trim()
    if (name === 'padding') {
      const [top = '0', right = top, bottom = top, left = right] = value.split(/\s+/)
      for (const [side, length] of Object.entries({ top, right, bottom, left }))
        all.set(`padding-${side}`, length)
    } else if (at > 0) all.set(name, value)
  }
  return all
}

function classesOf(name: string, value: string): string[] {
  const known = CLASSES[`${name}:${value}`]
  if (known !== undefined) return [known]
  const side = SIDES[name]
  if (side !== undefined) {
    const steps = name === 'margin-left' ? MARGINS : PADDINGS
    return [`tx-${side}${nearestStep(value, steps)}`]
  }
  const line = /^border(-\w+)?:\S+ (solid|dashed|double)/.exec(`${name}:${value}`)
  return line ? [`tx-${line[2]}${line[1] ?? ''}`] : []
}

function nearestStep(length: string, steps: readonly number[]): number {
  const [, number = '0', unit = ''] = /^(-?[\d.]+)([a-z]*)$/.exec(length) ?? []
  const wanted = Number(number) * (EM[unit] ?? 1) * 1000
  return steps.reduce((best, step) => (Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best), 0)
}
