import type { Section } from '../schema/page.ts'
import { isPageOf } from './page-files.ts'
import { type PageContext, placeAt } from './page-context.ts'
import type { ParsedPiece } from './parser.ts'

/** A piece and the number of lines of the body before it. */
export interface PlacedPiece {
  piece: ParsedPiece
  offset: number
}

/** The page's text by section, in order (search, staleness). */
export function createSections(pieces: readonly PlacedPiece[], context: PageContext): Section[] {
  const { source, options } = context
  const above: { depth: number; title: string }[] = []
  const placed = pieces.flatMap(({ piece, offset }) => piece.summary.sections.map(raw => ({ raw, offset })))
  const said = saidIn(placed, context)
  return placed.map(({ raw, offset }, index): Section => {
    const heading = raw.heading && context.headingOf.get(raw.heading)
    const depth = raw.heading?.depth ?? 0
    while ((above.at(-1)?.depth ?? 0) >= Math.max(depth, 1)) above.pop()
    const place = placeAt(source, offset + raw.line, raw.column)
    const section: Section = {
      id: heading?.id ?? '',
      title: heading?.title ?? '',
      depth,
      ancestors: above.map(({ title }) => title),
      text: [raw.text, ...(said.get(index) ?? [])].filter(text => text !== '').join('\n'),
      code: raw.code,
      own: place.file === source.file,
      ...(isPageOf(options, place.file) ? {} : { part: true as const }),
      hash: raw.hash,
      place,
    }
    if (heading) above.push({ depth, title: heading.title })
    return section
  })
}

/** What components say besides what is written, by index of the section that they stand in: the last that began. */
function saidIn(
  placed: readonly { raw: { line: number }; offset: number }[],
  { said }: PageContext,
): Map<number, string[]> {
  const texts = new Map<number, string[]>()
  for (const { line, text } of said) {
    const at = placed.findLastIndex(({ raw, offset }) => offset + raw.line <= line)
    const index = Math.max(at, 0)
    texts.set(index, [...(texts.get(index) ?? []), text])
  }
  return texts
}

/** First paragraph, at most 160 characters, cut between words where the language has them. */
export function createExcerpt(pieces: readonly PlacedPiece[]): string {
  const text =
    pieces.find(({ piece }) => piece.summary.firstParagraph !== '')?.piece.summary.firstParagraph ?? ''
  const characters = [...text]
  if (characters.length <= 160) return text
  const cut = characters.slice(0, 159).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > 80 ? cut.slice(0, space) : cut).trimEnd()}…`
}
