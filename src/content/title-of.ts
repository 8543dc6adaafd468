import type { Frontmatter } from '../schema/frontmatter.ts'
import type { ParseOptions, SourceFile } from '../schema/page.ts'
import { firstSeen, pageTitle } from './clean-title.ts'
import { placeAt } from './page-context.ts'
import type { Parser } from './parser.ts'
import { CODE, type ScannedText } from './scan-lines.ts'

interface Titled {
  file: SourceFile
  /** Of the file. */
  body: ScannedText
  options: ParseOptions
  parser: Parser
  frontmatter: Frontmatter
}

/**
 * The title of a page: from the page itself, not from what it includes (B54). VitePress takes the first heading of the
 * highest level, wherever it is.
 */
export function titleOf({ file, body, options, parser, frontmatter }: Titled): string {
  const emoji = options.emoji ? parser.emoji : undefined
  const settings = { slugs: options.slugs, emoji, components: parser.components }
  const title = pageTitle(frontmatter, startsWithInclude(file) ? '' : file.body, settings)
  if (title !== '' || options.slugs !== 'vitepress') return title
  const heading = body.lines.find((line, row) => body.kinds[row] !== CODE && line.startsWith('# '))
  return heading === undefined ? '' : pageTitle({}, heading, settings)
}

function startsWithInclude(file: SourceFile): boolean {
  const { length } = file.body.slice(0, firstSeen(file.body)).split('\n')
  return placeAt(file, length, 1).file !== file.file
}
