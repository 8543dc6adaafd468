/** Which lines of a diagram the library draws: it passes over all others in silence. */
import { readFlowLine } from './flow-lines.ts'

/** A kind of diagram: how its first line looks, and what becomes of each other line. */
export interface Kind {
  /** First words, in small letters. */
  names: readonly string[]
  /** Begins to read lines: those without white space around them, none of them empty or a comment. */
  reader(): (line: string) => Verdict
}

/** A line as it is drawn; `opens` and `closes` what reaches over lines. `column` is that of what cannot be drawn. */
export interface Verdict {
  text?: string | undefined
  column?: number | undefined
  opens?: boolean
  closes?: boolean
}

const NO: Verdict = { column: 1 }

export const KINDS: readonly Kind[] = [
  {
    names: ['flowchart', 'graph'],
    reader: () => line => {
      const read = readFlowLine(line)
      return { ...read, opens: /^subgraph\s/.test(line), closes: line === 'end' }
    },
  },
  { names: ['statediagram-v2', 'statediagram'], reader: () => readState },
  { names: ['sequencediagram'], reader: () => readSequence },
  { names: ['classdiagram'], reader: readClasses },
  { names: ['erdiagram'], reader: readEntities },
  { names: ['xychart-beta', 'xychart'], reader: () => readChart },
]

function readState(line: string): Verdict {
  if (/^state\s.*\{$/.test(line)) return { text: line, opens: true }
  if (line === '}') return { text: line, closes: true }
  const isKnown =
    /^direction\s+[A-Z]{2}$/i.test(line) ||
    /^state\s+"[^"]+"\s+as\s+[\w\p{L}]+$/u.test(line) ||
    /^(?:\[\*\]|[\w\p{L}-]+)\s*:\s*\S/u.test(line) ||
    /^(?:\[\*\]|[\w\p{L}-]+)\s+-->\s+(?:\[\*\]|[\w\p{L}-]+)(?:\s*:|$)/u.test(line)
  return isKnown ? { text: line } : NO
}

function readSequence(line: string): Verdict {
  if (/^(?:loop|alt|opt|par|critical|break|rect)(?:\s|$)/.test(line)) return { text: line, opens: true }
  if (line === 'end') return { text: line, closes: true }
  const isKnown =
    /^(?:else|and)(?:\s|$)/.test(line) ||
    /^(?:participant|actor)\s+\S+(?:\s+as\s|$)/.test(line) ||
    /^note\s+(?:left of|right of|over)\s[^:]+:\s*\S/i.test(line) ||
    isMessage(line)
  return isKnown ? { text: line } : NO
}

/** `Alice->>+Bob: text` */
function isMessage(line: string): boolean {
  const arrow = /--?(?:>>|>|\)|x)/.exec(line)
  if (!arrow || arrow.index === 0) return false
  const from = line.slice(0, arrow.index).trim()
  const rest = line.slice(arrow.index + arrow[0].length)
  const colon = rest.indexOf(':')
  const to = rest.slice(0, Math.max(colon, 0)).trim().replace(/^[+-]/, '')
  return colon > 0 && !/\s/.test(from) && to !== '' && !/\s/.test(to) && rest.slice(colon + 1).trim() !== ''
}

const RELATIONS = new Set(
  ['<|--', '<|..', '*--', 'o--', '-->', '--*', '--o', '--|>', '..>', '..|>', '<--', '<..', '--'].map(String),
)

function readClasses(): (line: string) => Verdict {
  let isInClass = false
  return line => {
    if (line === '}') {
      isInClass = false
      return { text: line, closes: true }
    }
    if (isInClass) return { text: line }
    if (/^namespace\s+\S+\s*\{$/.test(line)) return { text: line, opens: true }
    if (/^class\s.*\{$/.test(line)) {
      isInClass = true
      return { text: line, opens: true }
    }
    const words = line.replace(/"[^"]*"/g, ' ').split(/\s+/)
    const isRelation = words.length > 2 && RELATIONS.has(words[1] ?? '')
    const isKnown =
      isRelation ||
      /^class\s+[^\s~{]+(?:\s*~\w+~)?(?:\s*\{\s*<<\w+>>\s*\})?$/.test(line) ||
      /^[^\s:]+\s*:\s*\S/.test(line)
    return isKnown ? { text: line } : NO
  }
}

function readEntities(): (line: string) => Verdict {
  let isInEntity = false
  return line => {
    if (isInEntity && line === '}') {
      isInEntity = false
      return { text: line, closes: true }
    }
    if (isInEntity) return /^\S+\s+\S/.test(line) ? { text: line } : NO
    if (/^\S+\s*\{$/.test(line)) {
      isInEntity = true
      return { text: line, opens: true }
    }
    const [, relation = '', , ...rest] = line.split(/\s+/)
    const isKnown = /^[|o}{]{2}(?:--|\.\.)[|o}{]{2}$/.test(relation) && rest.join(' ').includes(':')
    return isKnown || /^\S+\s+[|o}{]{2}(?:--|\.\.)[|o}{]{2}\s+[^\s:]+:\s*\S/.test(line) ? { text: line } : NO
  }
}

function readChart(line: string): Verdict {
  const isKnown =
    /^title\s+"[^"]+"$/.test(line) ||
    /^[xy]-axis\s+(?:"[^"]*"\s*)?(?:\[[^\]]+\]|-?[\d.]+\s*-->\s*-?[\d.]+)$/.test(line) ||
    /^y-axis\s+"[^"]+"$/.test(line) ||
    /^(?:bar|line)\s+\[[\d\s.,-]+\]$/.test(line)
  return isKnown ? { text: line } : NO
}
