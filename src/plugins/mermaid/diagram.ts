/**
 * The text of a fence as `beautiful-mermaid` reads it. The library wants white space around arrows, ids of Latin letters and
 * labels without brackets, and passes over all other lines in silence: here those are problems.
 */
import type { PluginProblem } from '../../schema/plugin.ts'

export interface Diagram {
  source: string
  /** `accTitle`, or the title in front. */
  title: string
  description: string
  /** With one, the diagram cannot be drawn. */
  problems: PluginProblem[]
}

/** A line as the library reads it, or the column from 1 of what it would leave out. */
type ReadLine = { text: string; column?: undefined } | { text?: undefined; column: number }

/** The lines of a kind of diagram, without white space around them. */
interface Kind {
  names: readonly string[]
  /** A line that begins what the next matching `closes` ends. */
  opens: RegExp
  closes: 'end' | '}'
  /** Lines within `of`, where they differ from others. */
  body?: { of: RegExp; lines: RegExp }
  lines: RegExp | typeof readFlowLine
}

const STATE = String.raw`(?:\[\*\]|[\w\p{L}-]+)`
const RELATION = String.raw`(?:<\|--|<\|\.\.|\*--|o--|-->|--\*|--o|--\|>|\.\.>|\.\.\|>|<--|<\.\.|--)`

const KINDS: readonly Kind[] = [
  { names: ['flowchart', 'graph'], opens: /^subgraph\s/, closes: 'end', lines: readFlowLine },
  {
    names: ['statediagram-v2', 'statediagram'],
    opens: /^state\s.*\{$/,
    closes: '}',
    lines: new RegExp(
      String.raw`^direction\s+[A-Za-z]{2}$|^state\s+"[^"]+"\s+as\s+[\w\p{L}]+$|^${STATE}(?:\s*:\s*\S|\s+-->\s+${STATE}(?:\s*:|$))`,
      'u',
    ),
  },
  {
    names: ['sequencediagram'],
    opens: /^(?:loop|alt|opt|par|critical|break|rect)(?:\s|$)/,
    closes: 'end',
    lines:
      /^(?:else|and)(?:\s|$)|^(?:participant|actor)\s+\S+(?:\s+as\s|$)|^[Nn]ote\s+(?:left of|right of|over)\s[^:]+:\s*\S|^[^\s:]+?\s*--?(?:>>|>|\)|x)\s*[+-]?\s*[^\s:]+\s*:\s*\S/,
  },
  {
    names: ['classdiagram'],
    opens: /^(?:namespace\s+\S+\s*|class\s.*)\{$/,
    closes: '}',
    body: { of: /^class\s/, lines: /./ },
    lines: new RegExp(
      String.raw`^\S+\s+(?:"[^"]*"\s+)?${RELATION}\s+\S|^class\s+[^\s~{]+(?:\s*~\w+~)?(?:\s*\{\s*<<\w+>>\s*\})?$|^[^\s:]+\s*:\s*\S`,
    ),
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

export function readDiagram(code: string): Diagram {
  const { lines, title, description } = takeTexts(code)
  const problems: PluginProblem[] = []
  const report = (line: number, message: string, more: Partial<PluginProblem> = {}) =>
    problems.push({ message, rule: 'syntax', line, ...more })
  const [header, ...statements] = lines.flatMap((line, index) => {
    // Semicolons at the end mean nothing.
    const text = line.trim().replace(/\s*;$/, '')
    const indent = line.length - line.trimStart().length
    return text === '' || text.startsWith('%%') ? [] : [{ text, indent, line: index + 1 }]
  })
  const [name = ''] = header?.text.split(/\s/, 1) ?? []
  const kind = KINDS.find(({ names }) => names.includes(name.toLowerCase()))
  if (!header) report(1, 'The diagram is empty.', { rule: 'empty', severity: 'warning' })
  else if (!kind) {
    const hint = `Known kinds: ${KINDS.map(({ names: [known] }) => `\`${known}\``).join(', ')}.`
    const message = `A diagram of the kind \`${name}\` cannot be drawn; its source is shown.`
    report(header.line, message, { rule: 'kind', severity: 'warning', hint })
  }
  if (!header || !kind) return { source: '', title, description, problems }
  const isDirected = kind.lines !== readFlowLine || /\s(?:TD|TB|LR|BT|RL)$/i.test(header.text)
  const open: typeof statements = []
  const drawn = statements.map(statement => {
    const { text, line, indent } = statement
    const { lines: wanted } = kind.body?.of.test(open.at(-1)?.text ?? '') ? kind.body : kind
    if (text === kind.closes) {
      if (!open.pop()) report(line, 'This ends nothing.')
    } else if (wanted === kind.lines && kind.opens.test(text)) open.push(statement)
    else {
      const read = typeof wanted === 'function' ? wanted(text) : wanted.test(text) ? { text } : { column: 1 }
      if (read.column === undefined) return read.text
      report(line, 'What stands here cannot be drawn.', { column: indent + read.column })
    }
    return text
  })
  for (const { line } of open) report(line, 'What begins here is never ended.')
  const source = [isDirected ? header.text : `${name} TB`, ...drawn].join('\n')
  return { source, title, description, problems }
}

/** Takes out titles and descriptions. Their lines stay empty, so that all are counted. */
function takeTexts(code: string): { lines: string[]; title: string; description: string } {
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
/** How shapes of nodes open and close, the longest first: one that opens as another does has what must not follow. */
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
/** `A[text]:::name`: what stands in quotes does not end the label. */
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

/** Reads a line of a flowchart: nodes with links between them. */
export function readFlowLine(line: string): ReadLine {
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

function nodeText([, id = '', ...found]: readonly string[]): string {
  // The library knows ids of ASCII only.
  const codes = [...id].map(character => character.codePointAt(0)?.toString(16))
  const own = /^[\w-]+$/.test(id) ? id : `u${codes.join('_')}`
  const name = found.at(-1) ?? ''
  const [open, label = '', close] = found.slice(0, -1).filter(part => part !== undefined)
  if (open === undefined) return (own === id ? own : `${own}[${id}]`) + name
  return own + open + hiddenText(label) + close + name
}

function linkText([, and, arrow, label, start, ...found]: readonly string[]): string {
  if (and !== undefined) return and
  const [text = label, closing] = found.filter(part => part !== undefined)
  const shown = hiddenText(text ?? '')
  return shortArrow(arrow ?? `${start}${closing}`) + (shown === '' ? '' : `|${shown}|`)
}

function shortArrow(arrow: string): string {
  const start = arrow.startsWith('<') ? '<' : ''
  const isPointed = arrow.endsWith('>')
  if (arrow.includes('.')) return start + (isPointed ? '-.->' : '-.-')
  if (arrow.includes('=')) return start + (isPointed ? '==>' : '===')
  return start + (isPointed ? '-->' : '---')
}

/** First of the characters that replace brackets in a label, which would end it for the library. */
const HIDDEN = 0xe000

/** A label without its quotes, brackets hidden. */
function hiddenText(label: string): string {
  const text = label.trim().replace(/^"(.*)"$/, '$1')
  return text.replace(/[()[\]{}|]/g, sign => String.fromCharCode(HIDDEN + sign.charCodeAt(0)))
}

export function shownText(text: string): string {
  return text.replace(/[\ue028-\ue07d]/g, sign => String.fromCharCode(sign.charCodeAt(0) - HIDDEN))
}
