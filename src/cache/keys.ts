import { hashContent } from '../lib/hash.ts'
import type { ParseOptions, SourceFile } from '../schema/page.ts'

/**
 * The key of each kind of value in the stores: the hash of everything that the value is made from. A changed input means another key,
 * so nothing is ever invalidated; the old value is no longer used. The hash of the program is the `format` of a store.
 */
export const keyOf = {
  /** In the store `parsed`: a page by its source, in which its includes are, and `ParseOptions`, which have the hashes of plugins. */
  parsedPage: (optionsHash: string, file: SourceFile) => hashContent(optionsHash + JSON.stringify(file), 32),
  parseOptions: (options: ParseOptions) => hashContent(JSON.stringify(options), 32),

  /**
   * In the store `rendered`, as all others: the files of a page. `content`: key of the parsed page; `own`: the rest of what its
   * documents say of it alone.
   */
  renderedPage: (contextHash: string, content: string, own: string) =>
    hashContent(contextHash + content + own, 32),
  /** `context`: theme, locale and what else pages have in common. */
  renderContext: (context: unknown) => hashContent(JSON.stringify(context), 32),
  /** Both files of a rendered page as lines of a pack. */
  packEntry: (renderedPage: string) => `${renderedPage}.entry`,

  /** The search index of a language: `contents` are the keys of its parsed pages. */
  searchIndex: (locale: { code: string; lang: string }, settings: unknown, contents: readonly string[]) =>
    hashContent(JSON.stringify(['search', locale.code, locale.lang, settings, contents]), 32),

  /** A pack for reading offline: `plan` is the hash of its base, and of names and hashes of its files, and the format of packs. */
  offlinePack: (plan: string) => `pack.${plan}`,
}
