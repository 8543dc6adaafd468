import { renderMermaidSVG } from 'beautiful-mermaid'
import type { HtmlTree } from '../../schema/plugin.ts'
import { elementsOf, readMarkup } from '../read-markup.ts'
import { shownText } from './flow-lines.ts'

/** Names by which a drawing is told. */
export interface DrawingTexts {
  title: string
  description: string
  /** Name that nothing else on the page has. */
  id: string
}

/** Attributes that say where something is and what it looks like. */
const KEPT =
  /^(?:viewBox|width|height|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|d|dx|dy|points|transform|fill|stroke|stroke-(?:width|dasharray|linecap|linejoin)|opacity|fill-opacity|font-(?:size|weight|style)|text-anchor|dominant-baseline|marker(?:Width|Height|-start|-end)|markerUnits|refX|refY|orient|id|class)$/
/** Classes that `mermaid.css` knows. */
const CLASS = /^(?:mono|xychart-[\w-]+)$/

/** Draws a diagram as SVG: presentation attributes, with colours that `mermaid.css` takes from the theme. */
export function drawDiagram(source: string, texts: DrawingTexts): HtmlTree | undefined {
  const svg = readMarkup(renderMermaidSVG(source, { transparent: true, padding: 12 })).find(
    ({ tagName }) => tagName === 'svg',
  )
  if (!svg) return undefined
  dropStyles(svg)
  const { title, description, id } = texts
  showTexts(svg)
  const nodes = elementsOf([svg]).filter(({ properties }) => properties?.['class'] === 'node')
  for (const element of elementsOf([svg])) element.properties = propertiesOf(element, id)
  for (const node of nodes) contrastText(node)
  svg.properties = {
    ...svg.properties,
    role: 'img',
    'aria-labelledby': `${id}-title`,
    'aria-describedby': `${id}-text`,
  }
  const text = (tagName: string, own: string, value: string): HtmlTree => {
    return { type: 'element', tagName, properties: { id: own }, children: [{ type: 'text', value }] }
  }
  svg.children = [
    text('title', `${id}-title`, title),
    text('desc', `${id}-text`, description || labelsOf(svg)),
    ...(svg.children ?? []),
  ]
  return svg
}

/** What stands in a drawing, in its order. */
function labelsOf(svg: HtmlTree): string {
  const texts = elementsOf([svg]).filter(({ tagName }) => tagName === 'text')
  const labels = texts.map(each => textOf(each).replace(/\s+/g, ' ').trim())
  return [...new Set(labels.filter(label => label !== ''))].join(', ')
}

function textOf({ value, children = [] }: HtmlTree): string {
  return value ?? children.map(textOf).join(' ')
}

/** Numbers of two decimals: nobody sees more. */
function shorter(value: string): string {
  return value.replace(/(?<!\d)\d+\.\d{3,}/g, number => String(Number(Number(number).toFixed(2))))
}

/** Puts back what would have ended a label. */
function showTexts(tree: HtmlTree): void {
  if (tree.value !== undefined) tree.value = shownText(tree.value)
  for (const child of tree.children ?? []) showTexts(child)
}

/** Style sheets and white space between elements. */
function dropStyles(tree: HtmlTree): void {
  const isText = tree.tagName === 'text' || tree.tagName === 'tspan'
  if (!tree.children) return
  tree.children = tree.children.filter(({ type, tagName, value }) => {
    return type === 'text' ? isText || value?.trim() !== '' : tagName !== 'style' && tagName !== 'script'
  })
  for (const child of tree.children) dropStyles(child)
}

function propertiesOf({ properties = {} }: HtmlTree, id: string): Record<string, unknown> {
  const entries = Object.entries(properties).flatMap(([name, value]): [string, string][] => {
    const text = String(value)
    if (!KEPT.test(name)) return []
    if (name === 'id') return [[name, `${id}-${text}`]]
    if (name === 'class') {
      const names = text.split(' ').filter(each => CLASS.test(each))
      return names.length > 0 ? [[name, names.join(' ')]] : []
    }
    if (/^(?:fill|stroke)$/.test(name)) return isColour(text) ? [[name, themeColour(text)]] : []
    return [[name, shorter(text).replace('url(#', `url(#${id}-`)]]
  })
  return Object.fromEntries(entries)
}

/** Text on a colour of the author's own is black or white, whichever is easier to read; the theme's may be neither. */
function contrastText(node: HtmlTree): void {
  const all = elementsOf(node.children ?? [])
  const fill = all
    .map(({ properties }) => String(properties?.['fill']))
    .find(value => /^#(?:[\da-f]{3}){1,2}$/i.test(value))
  if (fill === undefined) return
  const digits = fill.length === 4 ? fill.slice(1).replace(/./g, '$&$&') : fill.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(
    at => (Number.parseInt(digits.slice(at, at + 2), 16) / 255) ** 2.2,
  )
  const colour = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#000' : '#fff'
  for (const { properties } of all)
    if (properties?.['fill'] === 'var(--diagram-text)') properties['fill'] = colour
}

/** No address, which would be loaded. */
function isColour(value: string): boolean {
  return /^[\w#(),.%\s-]+$/.test(value) && !/url|image|src|attr/i.test(value)
}

/** `var(--_line)` and `var(--accent, #3b82f6)` by the names that `mermaid.css` gives them. */
function themeColour(value: string): string {
  const name = /^var\(--_?([\w-]+)/.exec(value)?.[1]
  return name === undefined ? value : `var(--diagram-${name})`
}
