import type { CodeBlock, PageSummary } from '../../schema/page.ts'

/** What decides how a stub is written. */
export interface StubOptions {
  /** Ids of headings can be written: `{#id}`. */
  pinIds: boolean
  /** The source's own words stand in comments, where they are to be translated. */
  withSource: boolean
}

/** What is the same in every language and stays where it is: parts of other files, and the ends of containers. */
const KEPT = /^\s*(?:!!!\s*include\(|<!--\s*@?include|<<<|:::)/
const FENCE = /^\s*(`{3,}|~{3,})/

/**
 * Body of a page that is to be translated, made from the lines of its source: headings with the ids that they have there,
 * code, containers and what is included. Other lines are left out, or stand in comments.
 */
export function stubBody(
  lines: readonly string[],
  { headings, file }: PageSummary,
  codeBlocks: readonly CodeBlock[],
  { pinIds, withSource }: StubOptions,
): string {
  const idAt = new Map(headings.flatMap(({ own, place, id }) => (own ? [[place.line, id] as const] : [])))
  const fences = new Set(codeBlocks.filter(block => block.place.file === file).map(({ place }) => place.line))
  const parts: string[] = []
  let words: string[] = []
  const close = () => {
    const text = words.join('\n').trim()
    if (withSource && text !== '') parts.push(`<!--\n${text.replaceAll('-->', '--&gt;')}\n-->`)
    words = []
  }
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const id = idAt.get(index + 1)
    const end = fences.has(index + 1) ? endOfFence(lines, index) : index
    if (id !== undefined && /^#{1,6}\s/.test(line)) {
      close()
      parts.push(pinIds ? `${line.replace(/ \{#[^{}]*\}$/, '').trimEnd()} {#${id}}` : line)
    } else if (end > index || KEPT.test(line)) {
      close()
      parts.push(lines.slice(index, end + 1).join('\n'))
      index = end
    } else words.push(line)
  }
  close()
  return parts.join('\n\n') + '\n'
}

/** Index of the line that closes the fence of a line; that line itself where it opens none. */
function endOfFence(lines: readonly string[], start: number): number {
  const mark = FENCE.exec(lines[start] ?? '')?.[1]
  if (mark === undefined) return start
  const end = lines.findIndex((line, index) => index > start && isClosing(line.trim(), mark))
  return end === -1 ? start : end
}

function isClosing(line: string, mark: string): boolean {
  return line.startsWith(mark) && line.replaceAll(mark.charAt(0), '') === ''
}
