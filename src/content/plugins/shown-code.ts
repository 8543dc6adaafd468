import { withoutEscapes } from '../ansi.ts'
import { type LineMark, type MarkedCode, mayHaveMarkers, readMarkers } from '../code-markers.ts'
import type { Fence } from './fence-info.ts'

/** What a block shows of the code as written. Lines are 0-based. */
export interface ShownCode {
  /** To be highlighted: without markers, and without the signs of a diff. */
  code: string
  /** The same as text: without escape sequences of terminals. */
  plain: string
  /** Marks by line; undefined where lines need no elements of their own. */
  marks: MarkedCode['marks'] | undefined
  words: MarkedCode['words']
  problems: MarkedCode['problems']
}

/** Reads the markers of code; the many blocks that have none are left as they are. */
export function readShownCode(fence: Fence, value: string): ShownCode {
  const written = mayHaveMarkers(value) ? readMarkers(value) : undefined
  const { words = [], problems = [] } = written ?? {}
  const signed = fence.diff ? readSigns(written?.code ?? value) : undefined
  const code = signed?.code ?? written?.code ?? value
  const plain = fence.lang.toLowerCase() === 'ansi' ? withoutEscapes(code) : code
  const isMarked = fence.diff || fence.wrap || words.length > 0 || (written && written.marks.size > 0)
  // Lines may have gone away without leaving a mark: those that the fence names are lines of the code as written.
  if (!isMarked && plain === value) return { code, plain, marks: undefined, words, problems }
  const marks = new Map(written?.marks)
  const add = (line: number, mark: LineMark) => marks.set(line, new Set(marks.get(line)).add(mark))
  for (const [line, mark] of signed?.marks ?? []) add(line, mark)
  if (fence.highlighted.size > 0) {
    const rows = written?.rows ?? code.split('\n').map((_, row) => row)
    rows.forEach((row, line) => fence.highlighted.has(row + 1) && add(line, 'highlighted'))
  }
  return { code, plain, marks: isMarked || marks.size > 0 ? marks : undefined, words, problems }
}

/** The lines of a diff without the sign that each begins with, which says what was added and removed. */
function readSigns(code: string): { code: string; marks: Map<number, LineMark> } {
  const lines = code.split('\n')
  const marks = new Map<number, LineMark>()
  lines.forEach((line, index) => {
    if (line.startsWith('+')) marks.set(index, 'added')
    if (line.startsWith('-')) marks.set(index, 'removed')
  })
  const hasColumn = lines.every(line => line === '' || /^[-+ ]/.test(line))
  const bare = lines.map((line, index) => (hasColumn || marks.has(index) ? line.slice(1) : line))
  return { code: bare.join('\n'), marks }
}
