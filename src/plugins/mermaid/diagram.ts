import type { PluginProblem } from '../../schema/plugin.ts'
import { type Kind, KINDS } from './statements.ts'

/** A diagram as it is written. */
export interface Diagram {
  /** First word, in small letters: `flowchart`. */
  kind: string
  /** As the library reads it. */
  source: string
  /** `accTitle`, or the title in front. */
  title?: string
  /** `accDescr` */
  description?: string
  problems: PluginProblem[]
}

const DIRECTION = /\s(?:TD|TB|LR|BT|RL)$/i

/** Reads the text of a fence. With problems it cannot be drawn. */
export function readDiagram(code: string): Diagram {
  const diagram: Diagram = { kind: '', source: '', problems: [] }
  const lines = takeTexts(code.split('\n'), diagram)
  const first = lines.findIndex(line => isSaid(line))
  if (first === -1) {
    diagram.problems.push({ message: 'The diagram is empty.', rule: 'empty', severity: 'warning', line: 1 })
    return diagram
  }
  const header = plain(lines[first])
  diagram.kind = header.split(/\s/, 1)[0]?.toLowerCase() ?? ''
  const kind = KINDS.find(({ names }) => names.includes(diagram.kind))
  if (!kind) {
    const names = KINDS.map(({ names: [name] }) => `\`${name}\``).join(', ')
    const message = `A diagram of the kind \`${header.split(/\s/, 1)[0]}\` cannot be drawn; its source is shown.`
    const hint = `Known kinds: ${names}.`
    diagram.problems.push({ message, hint, rule: 'kind', severity: 'warning', line: first + 1 })
    return diagram
  }
  const isFlow = kind.names.includes('flowchart')
  const drawn = [isFlow && !DIRECTION.test(header) ? `${diagram.kind} TB` : header]
  readLines(lines.slice(first + 1), first + 2, { kind, drawn, diagram })
  diagram.source = drawn.join('\n')
  return diagram
}

interface Reading {
  kind: Kind
  /** Filled with the lines that are drawn. */
  drawn: string[]
  diagram: Diagram
}

/** `number`: of the first of these lines in the fence. */
function readLines(lines: readonly string[], number: number, { kind, drawn, diagram }: Reading): void {
  const open: { text: string; line: number }[] = []
  const report = (message: string, line: number, column?: number) =>
    diagram.problems.push({ message, rule: 'syntax', line, ...(column === undefined ? {} : { column }) })
  lines.forEach((line, index) => {
    if (!isSaid(line)) return
    const text = plain(line)
    const within = kind.body?.of.test(open.at(-1)?.text ?? '') ? kind.body.lines : kind.lines
    if (text === kind.closes) {
      if (open.pop() === undefined) report('This ends nothing.', number + index)
    } else if (within === kind.lines && kind.opens.test(text)) open.push({ text, line: number + index })
    else {
      const read = typeof within === 'function' ? within(text) : within.test(text) ? { text } : { column: 1 }
      const indent = line.length - line.trimStart().length
      if (read.column !== undefined)
        report('What stands here cannot be drawn.', number + index, indent + read.column)
      drawn.push(read.text ?? '')
      return
    }
    drawn.push(text)
  })
  for (const { line } of open) report('What begins here is never ended.', line)
}

/** Without semicolons at its end, which mean nothing. */
function plain(line = ''): string {
  const text = line.trim()
  return text.endsWith(';') ? text.slice(0, -1).trimEnd() : text
}

/** False for empty lines and comments. */
function isSaid(line: string): boolean {
  return line.trim() !== '' && !line.trim().startsWith('%%')
}

/** The lines without what is said of the diagram: those stay empty, so that all are counted. */
function takeTexts(lines: readonly string[], diagram: Diagram): string[] {
  const front =
    lines[0]?.trim() === '---' ? lines.findIndex((line, at) => at > 0 && line.trim() === '---') : -1
  let isDescription = false
  return lines.map((line, index) => {
    const text = line.trim()
    if (index <= front) {
      if (text.startsWith('title:'))
        diagram.title = text
          .slice(6)
          .trim()
          .replace(/^(["'])(.*)\1$/, '$2')
      return ''
    }
    if (isDescription) {
      isDescription = !text.endsWith('}')
      diagram.description = `${diagram.description ?? ''} ${text.replace(/\}$/, '')}`.trim()
      return ''
    }
    const [, name, sign, value = ''] = /^(accTitle|accDescr)\s*([:{])(.*)$/.exec(text) ?? []
    if (name === undefined) return line
    if (name === 'accTitle') diagram.title = value.trim()
    else {
      isDescription = sign === '{' && !value.endsWith('}')
      diagram.description = value.replace(/\}$/, '').trim()
    }
    return ''
  })
}
