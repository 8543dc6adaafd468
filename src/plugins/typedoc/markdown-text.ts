import { linkTo, type Places } from './page-places.ts'
import type { Comment, Part, SomeType } from './reflection.ts'
import type { Texts } from './texts.ts'
import { writeType } from './write-type.ts'

/** Where a text stands: which page, in which language. */
export interface Standing {
  places: Places
  /** File of the page, in the folder of the reference. */
  file: string
  texts: Texts
}

/** Code in a line; backticks in it are no end of it. */
export function code(text: string): string {
  const flat = text.replace(/\s+/g, ' ')
  if (!flat.includes('`')) return `\`${flat}\``
  const runs = (flat.match(/(?<!`)`+/g) ?? []).map(run => run.length)
  const fence = '`'.repeat(Math.max(...runs) + 1)
  return `${fence} ${flat} ${fence}`
}

/** A type in a line, each name that has a place as a link. */
export function typeLine(type: SomeType | undefined, { places, file }: Standing): string {
  const parts: string[] = []
  let plain = ''
  for (const piece of writeType(type)) {
    const place = typeof piece === 'string' ? undefined : places.get(piece.target ?? -1)
    const text = typeof piece === 'string' ? piece : piece.text
    if (!place) plain += text
    else {
      if (plain !== '') parts.push(code(plain))
      plain = ''
      parts.push(`[${code(text)}](${linkTo(place, file)})`)
    }
  }
  if (plain !== '') parts.push(code(plain))
  return parts.join('')
}

/** Markdown of a comment: what its author wrote, its links leading to their pages. */
export function partsText(parts: readonly Part[], standing: Standing): string {
  return parts.map(part => partText(part, standing)).join('')
}

function partText({ kind, text, target }: Part, { places, file }: Standing): string {
  if (kind !== 'inline-tag') return text
  const place = typeof target === 'number' ? places.get(target) : undefined
  if (place) return `[${text}](${linkTo(place, file)})`
  return typeof target === 'string' && /^https?:/.test(target) ? `[${text}](${target})` : code(text)
}

/** First sentence of a comment, for lists. */
export function summaryLine(comment: Comment | undefined, standing: Standing): string {
  const [first = ''] = partsText(comment?.summary ?? [], standing)
    .trim()
    .split('\n\n')
  return oneLine(first)
}

/** A comment with its blocks, those that stand elsewhere left out. */
export function commentText(comment: Comment | undefined, standing: Standing): string[] {
  if (!comment) return []
  const { texts } = standing
  const blocks = comment.blockTags.flatMap(({ tag, content }) => {
    const text = partsText(content, standing).trim()
    if (['@param', '@returns', '@typeParam', '@template', '@defaultValue', '@default'].includes(tag))
      return []
    if (tag === '@deprecated') return [`::: warning ${texts.deprecated}\n${text}\n:::`]
    const titles: Record<string, string> = {
      '@example': texts.example,
      '@throws': texts.throws,
      '@see': texts.see,
      '@remarks': texts.remarks,
    }
    const title = titles[tag] ?? tag.slice(1)
    return [`**${title}**`, text]
  })
  return [partsText(comment.summary, standing).trim(), ...blocks].filter(text => text !== '')
}

/** Text of a block tag, in one line. */
export function tagLine(comment: Comment | undefined, tag: string, standing: Standing): string {
  const found = comment?.blockTags.find(each => each.tag === tag)
  return oneLine(partsText(found?.content ?? [], standing).trim())
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map(line => line.trim())
    .join(' ')
}

/** Code of TypeScript as a block. */
export function codeBlock(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``
}
