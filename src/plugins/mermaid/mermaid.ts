/** `docsgen/plugins/mermaid`: Mermaid diagrams, drawn as SVG when the site is built. */
import { renderMermaidSVG } from 'beautiful-mermaid'
import * as z from 'zod'
import type { FenceHook, HtmlTree, PluginDefinition, PluginProblem } from '../../schema/plugin.ts'
import { elementsOf, nameOf, readMarkup, scrollBox, textElement } from '../markup.ts'

const options = z.strictObject({
  /** Further languages of diagrams: `['mmd']`. */
  languages: z
    .array(z.string().regex(/^[\w-]+$/, 'must be the language of a code block, such as `mmd`'))
    .default([]),
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
  const source = scrollBox('pre', 'mermaid-source', label, textElement('code', code))
  if (diagram.problems.length > 0) return { html: source, problems: diagram.problems }
  try {
    const title = diagram.title || /\btitle="([^"]*)"/.exec(info)?.[1] || label
    const svg = draw(diagram.source, { title, description: diagram.description, id })
    if (svg) return { html: scrollBox('div', 'mermaid', label, svg), problems: [] }
    throw new Error('it is empty')
  } catch (error) {
    const message = `The diagram can't be drawn: ${(error as Error).message}.`
    return { html: source, problems: [{ message, rule: 'syntax' }] }
  }
}

const KEPT =
  /^(?:viewBox|width|height|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|d|dx|dy|points|transform|fill|stroke|stroke-(?:width|dasharray|linecap|linejoin)|opacity|fill-opacity|font-(?:size|weight|style)|text-anchor|dominant-baseline|marker(?:Width|Height|-start|-end)|markerUnits|refX|refY|orient|id|class)$/
const CLASS = /^(?:mono|xychart-[\w-]+)$/

/** `id`: unique on the page. */
function draw(source: string, { title, description, id }: Record<'title' | 'description' | 'id', string>) {
  const drawing = readMarkup(renderMermaidSVG(source, { transparent: true, padding: 12 }))
  const [svg] = drawing.filter(({ tagName }) => tagName === 'svg').flatMap(tree => cleanTree(tree, id))
  if (!svg) return
  const labels = elementsOf([svg])
    .filter(({ tagName }) => tagName === 'text')
    .map(each => textOf(each).replace(/\s+/g, ' ').trim())
  const described = description || [...new Set(labels.filter(Boolean))].join(', ')
  const [titleId, textId] = [`${id}-title`, `${id}-text`]
  return {
    ...svg,
    properties: { ...svg.properties, role: 'img', 'aria-labelledby': titleId, 'aria-describedby': textId },
    children: [
      textElement('title', title, { id: titleId }),
      textElement('desc', described, { id: textId }),
      ...(svg.children ?? []),
    ],
  }
}

function textOf({ value, children = [] }: HtmlTree): string {
  return value ?? children.map(textOf).join(' ')
}

/** Without style sheets, scripts, and white space between elements. */
function cleanTree(node: HtmlTree, id: string, inText = false): HtmlTree[] {
  const { value, tagName = '', properties = {}, children = [] } = node
  if (value !== undefined) return inText || value.trim() !== '' ? [{ ...node, value: shownText(value) }] : []
  if (tagName === 'style' || tagName === 'script') return []
  const isText = tagName === 'text' || tagName === 'tspan'
  const inner = children.flatMap(child => cleanTree(child, id, isText))
  if (properties['class'] === 'node') contrastText(inner)
  return [{ ...node, properties: cleanProperties(properties, id), children: inner }]
}

function cleanProperties(properties: Record<string, unknown>, id: string) {
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
      // `mermaid.css` has other names for `var(--_line)` and `var(--accent, #3b82f6)`.
      const variable = /^var\(--_?([\w-]+)/.exec(text)?.[1]
      return [[name, variable === undefined ? text : `var(--diagram-${variable})`]]
    }
    // Nobody sees more than two decimals.
    const short = text.replace(/(?<!\d)\d+\.\d{3,}/g, number => String(Number(Number(number).toFixed(2))))
    return [[name, short.replace('url(#', `url(#${id}-`)]]
  })
  return Object.fromEntries(entries)
}

/** Makes text on a color of the author black or white, whichever is easier to read. */
function contrastText(trees: readonly HtmlTree[]) {
  const all = elementsOf(trees)
  const fills = all.map(({ properties }) => String(properties?.['fill']))
  const fill = fills.find(value => /^#(?:[\da-f]{3}){1,2}$/i.test(value))
  if (fill === undefined) return
  const digits = fill.length === 4 ? fill.slice(1).replace(/./g, '$&$&') : fill.slice(1)
  const [red = 0, green = 0, blue = 0] = Array.from(Buffer.from(digits, 'hex'), part => (part / 255) ** 2.2)
  const color = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#000' : '#fff'
  for (const { properties } of all)
    if (properties?.['fill'] === 'var(--diagram-text)') properties['fill'] = color
}

/** A line for the library, or the column (from 1) of what it would ignore. */
type ReadLine = { text: string; column?: undefined } | { text?: undefined; column: number }

/** Kind of diagram; patterns match trimmed lines. */
interface Kind {
  names: string[]
  opens: RegExp
  closes: 'end' | '}'
  /** Other lines in blocks that `of` opens. */
  body?: { of: RegExp; lines: Kind['lines'] }
  lines: RegExp | typeof readFlowLine
  /** Finds the name of what may be described only once. */
  describes?: RegExp
}

const STATE = String.raw`(?:\[\*\]|[\w\p{L}-]+)`
const RELATION = String.raw`(?:<\|--|<\|\.\.|\*--|o--|-->|--\*|--o|--\|>|\.\.>|\.\.\|>|<--|<\.\.|--)`
const CLASS_LINE = new RegExp(
  String.raw`^\S+\s+(?:"[^"]*"\s+)?${RELATION}\s+\S|^class\s+[^\s~{]+(?:\s*~\w+~)?(?:\s*\{\s*<<\w+>>\s*\})?$|^[^\s:]+\s*:\s*\S`,
)

const KINDS: Kind[] = [
  { names: ['flowchart', 'graph'], opens: /^subgraph\s/, closes: 'end', lines: readFlowLine },
  {
    names: ['statediagram-v2', 'statediagram'],
    opens: /^state\s.*\{$/,
    closes: '}',
    lines: new RegExp(
      String.raw`^direction\s+[A-Za-z]{2}$|^state\s+"[^"]+"\s+as\s+[\w\p{L}]+$|^${STATE}(?:\s*:\s*\S|\s+-->\s+${STATE}(?:\s*:|$))`,
      'u',
    ),
    describes: /^state\s+"[^"]+"\s+as\s+(\S+)$|^([^\s:]+)\s*:/,
  },
  {
    names: ['sequencediagram'],
    opens: /^(?:loop|alt|opt|par|critical|break|rect)(?:\s|$)/,
    closes: 'end',
    lines:
      /^(?:else|and)(?:\s|$)|^(?:participant|actor)\s+\S+(?:\s+as\s|$)|^[Nn]ote\s+(?:left of|right of|over)\s[^:]+:\s*\S|^[^\s:]+?\s*--?(?:>>|>|\))\s*[+-]?\s*[^\s:]+\s*:\s*\S/,
  },
  {
    names: ['classdiagram'],
    opens: /^class\s.*\{$/,
    closes: '}',
    body: { of: /^class\s/, lines: line => ({ text: memberText(line) }) },
    lines: readClassLine,
  },
  {
    names: ['erdiagram'],
    opens: /^\S+\s*\{$/,
    closes: '}',
    body: { of: /./, lines: /^\S+\s+\S/ },
    lines: /^\S+\s+[|o}{]{2}(?:--|\.\.)[|o}{]{2}\s+\S+.*:/,
  },
  {
    names: ['xychart-beta', 'xychart'],
    opens: /^(?!)/,
    closes: '}',
    lines:
      /^title\s+"[^"]+"$|^[xy]-axis\s+(?:"[^"]*"\s*)?(?:\[[^\]]+\]|-?[\d.]+\s*-->\s*-?[\d.]+)$|^y-axis\s+"[^"]+"$|^(?:bar|line)\s+\[[\d\s.,-]+\]$/,
  },
]

/**
 * Writes a diagram as `beautiful-mermaid` reads it: with white space around arrows, ASCII ids, and labels without brackets.
 * Lines that it would ignore are problems, and the diagram isn't drawn.
 */
function readDiagram(code: string) {
  const { lines, title, description } = takeTexts(code)
  const problems: PluginProblem[] = []
  const report = (line: number, message: string, more: Partial<PluginProblem> = {}) =>
    problems.push({ message, rule: 'syntax', line, ...more })
  const [header, ...statements] = lines.flatMap((line, index) => {
    const text = line.trim().replace(/\s*;$/, '')
    const indent = line.length - line.trimStart().length
    return text === '' || text.startsWith('%%') ? [] : [{ text, indent, line: index + 1 }]
  })
  const [name = ''] = header?.text.split(/\s/, 1) ?? []
  const kind = KINDS.find(({ names }) => names.includes(name.toLowerCase()))
  if (!header) report(1, 'The diagram is empty.', { rule: 'empty', severity: 'warning' })
  else if (!kind) {
    const hint = `Supported types: ${KINDS.map(({ names: [known] }) => `\`${known}\``).join(', ')}.`
    const message = `The diagram type \`${name}\` isn't supported; the source is shown instead.`
    report(header.line, message, { rule: 'kind', severity: 'warning', hint })
  }
  if (!header || !kind) return { source: '', title, description, problems }
  const isDirected = kind.lines !== readFlowLine || /\s(?:TD|TB|LR|BT|RL)$/i.test(header.text)
  const open: typeof statements = []
  const described = new Set<string>()
  const drawn = statements.map(statement => {
    const { text, line, indent } = statement
    const { lines: wanted } = kind.body?.of.test(open.at(-1)?.text ?? '') ? kind.body : kind
    if (text === kind.closes) {
      if (!open.pop()) report(line, "There's no open block to close here.")
    } else if (wanted === kind.lines && kind.opens.test(text)) open.push(statement)
    else {
      const read = typeof wanted === 'function' ? wanted(text) : wanted.test(text) ? { text } : { column: 1 }
      const [, ...subjects] = kind.describes?.exec(text) ?? []
      const subject = subjects.find(Boolean)
      if (subject !== undefined && described.has(subject))
        report(line, `\`${subject}\` already has a description.`)
      else if (read.column === undefined) {
        if (subject !== undefined) described.add(subject)
        return read.text
      } else {
        report(line, "This syntax isn't supported.", { column: indent + read.column })
        if (text.endsWith('{')) open.push(statement)
      }
    }
    return text
  })
  for (const { line } of open) report(line, 'This block is never closed.')
  const source = [isDirected ? header.text : `${name} TB`, ...drawn].join('\n')
  return { source, title, description, problems }
}

/** Takes out titles and descriptions, leaving their lines empty. */
function takeTexts(code: string) {
  const blank = (text: string) => text.replace(/[^\n]/g, '')
  let title = ''
  let description = ''
  const rest = code
    .replace(/^[ \t]*---[ \t]*\n(?:.*\n)*?[ \t]*---[ \t]*(?=\n|$)/, front => {
      const written = /^[ \t]*title:(.*)$/m.exec(front)?.[1] ?? ''
      title = written.trim().replace(/^(["'])(.*)\1$/, '$2')
      return blank(front)
    })
    .replace(/^[ \t]*accTitle[ \t]*:(.*)$/gm, (_, text: string) => {
      title = text.trim()
      return ''
    })
    .replace(/^[ \t]*accDescr[ \t]*(?::(.*)$|\{([^}]*)\})/gm, (whole, line?: string, block = '') => {
      description = (line ?? String(block)).replace(/\s+/g, ' ').trim()
      return blank(whole)
    })
  return { lines: rest.split('\n'), title, description }
}

const STATEMENT =
  /^(?:classDef\s+\w+\s+\S|class\s+[\w,-]+\s+\w|style\s+[\w,-]+\s+\S|linkStyle\s+[\w,]+\s+\S|direction\s)/
/** How nodes open and close, the longest first, with lookaheads against those that open alike. */
const SHAPES = String.raw`
  \(\(\( \)\)\)
  \(\[ \]\)
  \(\((?!\() \)\)
  \[\[ \]\]
  \[\( \)\]
  \[/ \\\]
  \[\\ /\]
  \{\{ \}\}
  \[(?![[(/\\]) \]
  \((?![([]) \)
  \{(?!\{) \}
  > \]`
  .trim()
  .split(/\n\s+/)
  .map(shape => shape.replace(' ', String.raw`)((?:\s*"[^"]*")?.*?)(`))
/** `A[text]:::name`: a label may be in quotes. */
const NODE = new RegExp(
  String.raw`^([\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*)(?:(${SHAPES.join(')|(')})|(?![[({>]))(:::[\w-]+)?`,
  'u',
)
/** `&`, `-->|text|` or `-- text -->`: solid, dotted and thick arrows of any length. */
const LINK = new RegExp(
  [
    '^(&)',
    String.raw`^(<?(?:--+[>-]|-?\.+->?|==+[>=]))(?:\s*\|((?:\s*"[^"]*")?[^|]*)\||(?!\s*\|))`,
    String.raw`^(<?)(?:--(?=\s*[^\s>.=-])(.+?)(--+[>-])|-\.(?=\s*[^\s>.=-])(.+?)(-?\.+->?)|==(?=\s*[^\s>.=-])(.+?)(==+[>=]))`,
  ].join('|'),
)

function readClassLine(line: string): ReadLine {
  const text = line.replace(
    /^([^\s:]+\s*:\s*)(.+)$/,
    (_, start, member: string) => start + memberText(member),
  )
  return CLASS_LINE.test(line) ? { text } : { column: 1 }
}

/** The library reads `name: type` the wrong way round. */
function memberText(member: string) {
  return member
    .replace(/^([-+#~]?)\s*([\w$]+)\s*:\s*(\S+)$/, '$1$3 $2')
    .replace(/^([-+#~]?\s*[\w$]+\(.*\))\s*:\s*(\S+)$/, '$1 $2')
}

/** Nodes with links between them. */
function readFlowLine(line: string): ReadLine {
  if (STATEMENT.test(line)) return { text: line }
  const parts: string[] = []
  let rest = line
  for (let isNode = true; rest !== '' || isNode; isNode = !isNode) {
    const found = (isNode ? NODE : LINK).exec(rest)
    if (!found) return { column: line.length - rest.length + 1 }
    rest = rest.slice(found[0].length).trimStart()
    parts.push(isNode ? nodeText(found) : linkText(found))
  }
  return { text: parts.join(' ') }
}

function nodeText([, id = '', ...found]: readonly string[]) {
  const codes = [...id].map(character => character.codePointAt(0)?.toString(16))
  const own = /^[\w-]+$/.test(id) ? id : `u${codes.join('_')}`
  const name = found.at(-1) ?? ''
  const [open, label = '', close] = found.slice(0, -1).filter(part => part !== undefined)
  if (open === undefined) return (own === id ? own : `${own}[${id}]`) + name
  return own + open + hiddenText(label) + close + name
}

function linkText([, and, arrow, label, start, ...found]: readonly string[]) {
  if (and !== undefined) return and
  const [text = label, closing] = found.filter(part => part !== undefined)
  const shown = hiddenText(text ?? '')
  return shortArrow(arrow ?? `${start}${closing}`) + (shown === '' ? '' : `|${shown}|`)
}

function shortArrow(arrow: string) {
  const start = arrow.startsWith('<') ? '<' : ''
  const isPointed = arrow.endsWith('>')
  if (arrow.includes('.')) return start + (isPointed ? '-.->' : '-.-')
  if (arrow.includes('=')) return start + (isPointed ? '==>' : '===')
  return start + (isPointed ? '-->' : '---')
}

/** First of the characters that replace brackets, which would end a label. */
const HIDDEN = 0xe000

/** Replaces brackets, drops quotes. */
function hiddenText(label: string) {
  const text = label.trim().replace(/^"(.*)"$/, '$1')
  return text.replace(/[()[\]{}|]/g, sign => String.fromCharCode(HIDDEN + sign.charCodeAt(0)))
}

function shownText(text: string) {
  return text.replace(/[\ue028-\ue07d]/g, sign => String.fromCharCode(sign.charCodeAt(0) - HIDDEN))
}
