import { type FencedCode, maskCode } from './mask-code.ts'

/** Comments that mark lines, alone in theirs: `// highlight-next-line`, `<!-- highlight-start -->`. */
const MAGIC =
  /^\s*(?:\/\/|\/\*|\{\/\*|#|<!--|--|%|;|'|REM)\s{0,9}([a-z]+(?:-[a-z]+)*)-(next-line|start|end)\s{0,9}(?:\*\/\}?|-->)?\s*$/
const RANGE = /(?<![=\w])\{[\d,\-\s]+\}/
/** Marks of lines by other names: `ins={1-2}`, `mark={3}`. */
const MARKED = /\s?\b(ins|del|mark)=\{(?:"[^"]*"\s*:\s*)?([\d,\-\s]+)\}/g

interface CodeHost {
  differs(what: string, line: number): void
}

/** Options of code blocks and marks of their lines in the words of docsgen. */
export function convertCode(text: string, host: CodeHost): string {
  const lines = text.split('\n')
  for (const code of maskCode(text).fences.toReversed()) {
    const converted = convertBlock(lines, code, host)
    if (converted) lines.splice(code.first, code.last - code.first + 1, ...converted)
  }
  return lines.join('\n')
}

function convertBlock(lines: readonly string[], code: FencedCode, host: CodeHost): string[] | undefined {
  const opening = lines[code.first] ?? ''
  const inner = lines.slice(code.first + 1, code.last)
  const info = convertInfo(code.info, code.first + 1, host)
  // With a range in the first line, comments are none.
  const { kept, marked } = RANGE.test(info) ? { kept: inner, marked: [] } : takeComments(inner)
  const given = marked.length > 0 ? `${info.trimEnd()} {${ranges(marked)}}` : info
  if (given === code.info && kept.length === inner.length) return undefined
  const start = opening.slice(0, opening.length - code.info.length)
  return [start + given, ...kept, lines[code.last] ?? '']
}

function convertInfo(info: string, line: number, host: CodeHost): string {
  if (/\slive\b/.test(info)) host.differs('Code that ran in the page (`live`) is shown alone', line)
  if (/\snpm2yarn\b/.test(info))
    host.differs('Tabs of package managers (`npm2yarn`) are one block of code', line)
  const marks = [...info.matchAll(MARKED)].map(match => match[2] ?? '')
  if (marks.length === 0) return info
  if (/\b(?:ins|del)=/.test(info))
    host.differs('Lines marked as added or removed (`ins`, `del`) are highlighted', line)
  const own = RANGE.exec(info)?.[0].slice(1, -1)
  const bare = info.replace(MARKED, '').replace(RANGE, '').trimEnd()
  return `${bare} {${[...(own === undefined ? [] : [own]), ...marks].join(',')}}`
}

/** `1-3,5`. */
function ranges(rows: readonly number[]): string {
  const found: [first: number, last: number][] = []
  for (const row of rows) {
    const open = found.at(-1)
    if (open?.[1] === row - 1) open[1] = row
    else found.push([row, row])
  }
  return found.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',')
}

/** Takes comments that mark lines away; `marked` are 1-based numbers of what is left. */
function takeComments(lines: readonly string[]): { kept: string[]; marked: number[] } {
  const kept: string[] = []
  const marked: number[] = []
  let next = false
  let open = false
  for (const line of lines) {
    const [, , when] = MAGIC.exec(line) ?? []
    if (when === 'next-line') next = true
    else if (when !== undefined) open = when === 'start'
    else {
      kept.push(line)
      if (next || open) marked.push(kept.length)
      next = false
    }
  }
  return { kept, marked }
}
