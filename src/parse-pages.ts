import { hashContent } from './lib/hash.ts'
import type { ParsedPage, ParseOptions, SourceFile } from './schema/page.ts'
import type { Session } from './session.ts'

export interface ParsedSource {
  page: ParsedPage
  /** Hash of everything the page was made from. */
  key: string
}

/** Parses source files, or takes them from the cache where neither file nor options changed. */
export async function parsePages(
  session: Session,
  files: readonly SourceFile[],
  options: ParseOptions,
): Promise<ParsedSource[]> {
  const optionsHash = hashContent(JSON.stringify(options), 32)
  const keys = files.map(file => hashContent(optionsHash + JSON.stringify(file), 32))
  const cached = keys.map(key => session.parsed.get(key))
  const missing = files.filter((_file, index) => !cached[index])
  const fresh = await session.map('parse', options, missing)
  const texts = fresh.values()
  return keys.map((key, index) => {
    const text = cached[index]?.toString() ?? texts.next().value ?? ''
    if (!cached[index]) session.parsed.set(key, Buffer.from(text))
    return { page: JSON.parse(text) as ParsedPage, key }
  })
}
