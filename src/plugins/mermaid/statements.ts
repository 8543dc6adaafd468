/** Which lines of a diagram `beautiful-mermaid` draws: it passes over all others in silence. */
import { readFlowLine } from './flow-lines.ts'

/** A kind of diagram: what its lines look like, without white space around them. */
export interface Kind {
  /** First words, in small letters. */
  names: readonly string[]
  /** A line that begins what the next matching `closes` ends. */
  opens: RegExp
  closes: 'end' | '}'
  /** Lines of what is open, where they differ from others. */
  body?: { of: RegExp; lines: RegExp }
  lines: RegExp | typeof readFlowLine
}

const STATE = String.raw`(?:\[\*\]|[\w\p{L}-]+)`
const RELATION = String.raw`(?:<\|--|<\|\.\.|\*--|o--|-->|--\*|--o|--\|>|\.\.>|\.\.\|>|<--|<\.\.|--)`
const COUNTS = String.raw`[|o}{]{2}(?:--|\.\.)[|o}{]{2}`

export const KINDS: readonly Kind[] = [
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
    lines: new RegExp(String.raw`^\S+\s+${COUNTS}\s+\S+.*:`),
  },
  {
    names: ['xychart-beta', 'xychart'],
    opens: /^(?!)/,
    closes: '}',
    lines:
      /^title\s+"[^"]+"$|^[xy]-axis\s+(?:"[^"]*"\s*)?(?:\[[^\]]+\]|-?[\d.]+\s*-->\s*-?[\d.]+)$|^y-axis\s+"[^"]+"$|^(?:bar|line)\s+\[[\d\s.,-]+\]$/,
  },
]
