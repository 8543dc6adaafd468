import { createPageReader } from '../content/scan.ts'
import type { PageSummary, PageText, SourceFile } from '../schema/page.ts'
import { fileAccess } from '../shared/private-file.ts'
import type { Session } from '../cache/workers/session.ts'
import type { LoadedSite } from './load.ts'
import { PageContents } from './page-contents.ts'
import { parsePages } from './parse.ts'

/** A text that was parsed in the place of a page. */
export interface ParsedPageText {
  page: PageSummary
  text: PageText
}

/**
 * Parses texts as if each stood in the file that it is given by; what it includes is what is there today. What is wrong
 * with them is not asked for.
 */
export async function parseTexts(
  session: Session,
  { site: { config }, parsing }: Pick<LoadedSite, 'site' | 'parsing'>,
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, ParsedPageText>> {
  const read = createPageReader({
    root: session.root,
    contentDir: config.contentDir,
    includeRoot: config.markdown.includeRoot,
    locales: Object.keys(config.locales),
    access: fileAccess(config),
    ignored: [],
    generated: new Map([...texts].map(([file, text]) => [file, { text, plugin: '' }])),
  })
  const files = [...texts.keys()].map((file): SourceFile => {
    const { plugin: _plugin, ...source } = read(file)
    return { ...source, findings: [] }
  })
  const parsed = await parsePages(session, files, parsing.options, parsing.plugins)
  const contents = new PageContents(session.parsed, parsed)
  return new Map(parsed.map(({ page }) => [page.file, { page, text: contents.readText(page.file) }]))
}
