/** `docsgen/plugins/mermaid`: diagrams in the language of Mermaid, drawn as SVG when the site is built. */
import { renderMermaidSVG } from 'beautiful-mermaid'
import * as z from 'zod'
import type { FenceHook, HtmlTree, PluginDefinition } from '../../schema/plugin.ts'
import { codeOf, elementsOf, nameOf, readMarkup, scrollBox } from '../markup.ts'
import { readDiagram, shownText } from './diagram.ts'

const options = z.strictObject({
  /** Further languages of fences that are diagrams: `['mmd']`. */
  languages: z.array(z.string().regex(/^[\w-]+$/, 'must be the language of a fence')).default([]),
})

type Options = z.output<typeof options>

const plugin: PluginDefinition<Options> = {
  name: 'mermaid',
  options,
  styles: ['./mermaid.css'],
  markdown: ({ languages }) => ({
    fences: Object.fromEntries(['mermaid', ...languages].map(language => [language, drawFence])),
  }),
}

export default plugin

const drawFence: FenceHook<Options> = (code, info, { lang, id }) => {
  const diagram = readDiagram(code)
  const label = nameOf('diagram', lang)
  const source = scrollBox('pre', 'mermaid-source', label, codeOf(code))
  if (diagram.problems.length > 0) return { html: source, problems: diagram.problems }
  try {
    const title = diagram.title || /\btitle="([^"]*)"/.exec(info)?.[1] || label
    const svg = draw(diagram.source, { title, description: diagram.description, id })
    if (svg) return { html: scrollBox('div', 'mermaid', label, svg), problems: [] }
    throw new Error('there is nothing in it')
  } catch (error) {
    const message = `The diagram cannot be drawn: ${(error as Error).message}.`
    return { html: source, problems: [{ message, rule: 'syntax' }] }
  }
}

/** Attributes of position and appearance. */
const KEPT =
  /^(?:viewBox|width|height|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|d|dx|dy|points|transform|fill|stroke|stroke-(?:width|dasharray|linecap|linejoin)|opacity|fill-opacity|font-(?:size|weight|style)|text-anchor|dominant-baseline|marker(?:Width|Height|-start|-end)|markerUnits|refX|refY|orient|id|class)$/
const CLASS = /^(?:mono|xychart-[\w-]+)$/

/** Draws a diagram as SVG in colors of `mermaid.css`. `id`: a name that nothing else on the page has. */
function draw(
  source: string,
  { title, description, id }: { title: string; description: string; id: string },
): HtmlTree | undefined {
  const drawing = readMarkup(renderMermaidSVG(source, { transparent: true, padding: 12 }))
  const [svg] = drawing.filter(({ tagName }) => tagName === 'svg').flatMap(tree => cleanTree(tree, id))
  if (!svg) return undefined
  const labels = elementsOf([svg])
    .filter(({ tagName }) => tagName === 'text')
    .map(each => textOf(each).replace(/\s+/g, ' ').trim())
  const described = description || [...new Set(labels.filter(Boolean))].join(', ')
  const text = (tagName: string, own: string, value: string): HtmlTree => {
    return { type: 'element', tagName, properties: { id: own }, children: [{ type: 'text', value }] }
  }
  return {
    ...svg,
    properties: {
      ...svg.properties,
      role: 'img',
      'aria-labelledby': `${id}-title`,
      'aria-describedby': `${id}-text`,
    },
    children: [
      text('title', `${id}-title`, title),
      text('desc', `${id}-text`, described),
      ...(svg.children ?? []),
    ],
  }
}

function textOf({ value, children = [] }: HtmlTree): string {
  return value ?? children.map(textOf).join(' ')
}

/** The tree without style sheets, scripts, and white space between elements. */
function cleanTree(node: HtmlTree, id: string, inText = false): HtmlTree[] {
  const { value, tagName = '', properties = {}, children = [] } = node
  if (value !== undefined) return inText || value.trim() !== '' ? [{ ...node, value: shownText(value) }] : []
  if (tagName === 'style' || tagName === 'script') return []
  const isText = tagName === 'text' || tagName === 'tspan'
  const tree: HtmlTree = {
    ...node,
    properties: cleanProperties(properties, id),
    children: children.flatMap(child => cleanTree(child, id, isText)),
  }
  if (properties['class'] === 'node') contrastText(tree)
  return [tree]
}

function cleanProperties(properties: Record<string, unknown>, id: string): Record<string, string> {
  const entries = Object.entries(properties).flatMap(([name, value]): [string, string][] => {
    const text = String(value)
    if (!KEPT.test(name)) return []
    if (name === 'id') return [[name, `${id}-${text}`]]
    if (name === 'class') {
      const names = text.split(' ').filter(each => CLASS.test(each))
      return names.length > 0 ? [[name, names.join(' ')]] : []
    }
    if (/^(?:fill|stroke)$/.test(name)) {
      // No address, which would be loaded.
      if (!/^[\w#(),.%\s-]+$/.test(text) || /url|image|src|attr/i.test(text)) return []
      // `var(--_line)` and `var(--accent, #3b82f6)` have other names in `mermaid.css`.
      const variable = /^var\(--_?([\w-]+)/.exec(text)?.[1]
      return [[name, variable === undefined ? text : `var(--diagram-${variable})`]]
    }
    // Nobody sees more than two decimals.
    const short = text.replace(/(?<!\d)\d+\.\d{3,}/g, number => String(Number(Number(number).toFixed(2))))
    return [[name, short.replace('url(#', `url(#${id}-`)]]
  })
  return Object.fromEntries(entries)
}

/** Text on a color of the author's own is black or white, whichever is easier to read; the theme's may be neither. */
function contrastText(node: HtmlTree): void {
  const all = elementsOf(node.children ?? [])
  const fills = all.map(({ properties }) => String(properties?.['fill']))
  const fill = fills.find(value => /^#(?:[\da-f]{3}){1,2}$/i.test(value))
  if (fill === undefined) return
  const digits = fill.length === 4 ? fill.slice(1).replace(/./g, '$&$&') : fill.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(
    at => (Number.parseInt(digits.slice(at, at + 2), 16) / 255) ** 2.2,
  )
  const color = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#000' : '#fff'
  for (const { properties } of all)
    if (properties?.['fill'] === 'var(--diagram-text)') properties['fill'] = color
}
