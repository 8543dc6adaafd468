import { findCode } from '../../content/code/find-code.ts'
import { findDirectives } from '../../content/includes.ts'
import { closesContainer, openingContainer } from '../../content/remark/container-syntax.ts'
import type { PageSummary } from '../../schema/page.ts'

/** What decides how a stub is written. */
export interface StubOptions {
  /** Ids of headings can be written: `{#id}`. */
  pinIds: boolean
  /** The source's own words stand in comments, where they are to be translated. */
  withSource: boolean
}

/**
 * Body of a page that is to be translated, made from the text of its source: headings with the ids that they have there,
 * code, containers and what is included. Other lines are left out, or stand in comments.
 * @param text lines numbered as in the file, those of the frontmatter empty
 */
export function stubBody(
  text: string,
  { headings }: Pick<PageSummary, 'headings'>,
  { pinIds, withSource }: StubOptions,
): string {
  const idAt = new Map(headings.flatMap(({ own, place, id }) => (own ? [[place.line, id] as const] : [])))
  const lines = text.split('\n')
  const blocks = new Map(
    findCode(text).flatMap(code => (code.isBlock ? [[code.firstLine - 1, code.lastLine]] : [])),
  )
  const directives = findDirectives(text)
  const parts: string[] = []
  let words: string[] = []
  const keep = (part: string) => {
    const left = words.join('\n').trim()
    if (withSource && left !== '') parts.push(`<!--\n${left.replaceAll('-->', '--&gt;')}\n-->`)
    words = []
    if (part !== '') parts.push(part)
  }
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const id = idAt.get(index + 1)
    const end = blocks.get(index)
    if (end !== undefined) {
      keep(lines.slice(index, end).join('\n'))
      index = end - 1
    } else if (id !== undefined && /^#{1,6}\s/.test(line)) {
      keep(pinIds ? `${line.replace(/ \{#[^{}]*\}$/, '').trimEnd()} {#${id}}` : line)
    } else if (directives.has(index)) {
      keep((directives.get(index) ?? []).map(({ start, end }) => line.slice(start, end)).join(' '))
    } else if (isOfContainer(line.trimStart())) keep(line)
    else words.push(line)
  }
  keep('')
  return parts.join('\n\n') + '\n'
}

function isOfContainer(line: string): boolean {
  return openingContainer(line) !== undefined || closesContainer(line, 3)
}
