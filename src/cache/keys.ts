import { hashContent } from '../lib/hash.ts'
import type { ParseOptions, SourceFile } from '../schema/page.ts'

/** Cache keys: hashes of all that a value is made from, except the program, whose hash is the `format` of a store. */
export const keyOf = {
  /** Key in the store `parsed`. `file` contains its includes, `options` the hashes of plugins. */
  parsedPage(options: ParseOptions) {
    const optionsHash = hashContent(JSON.stringify(options), 32)
    return (file: SourceFile) => hashContent(optionsHash + JSON.stringify(file), 32)
  },

  /** Key in the store `rendered`, as those of search and packs. `content`: key of the parsed page; `own`: the rest about the page alone. */
  renderedPage: (contextHash: string, content: string, own: string) =>
    hashContent(contextHash + content + own, 32),
  /** `context`: everything that pages have in common. */
  renderContext: (context: unknown) => hashContent(JSON.stringify(context), 32),
  /** Key of both files of a page, as lines of a pack. */
  packEntry: (renderedPage: string) => `${renderedPage}.entry`,

  /** `contents`: keys of the parsed pages. */
  searchIndex: (locale: { code: string; lang: string }, settings: unknown, contents: readonly string[]) =>
    hashContent(JSON.stringify(['search', locale.code, locale.lang, settings, contents]), 32),

  /** `plan`: hash of the base, the part, its files with their headers, and the format of packs. */
  offlinePack: (plan: string) => `pack.${plan}`,
}
