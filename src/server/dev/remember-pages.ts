import type { PageSummary, ParseOptions, SourceFile } from '../../schema/page.ts'
import type { PluginSource } from '../../plugins/evaluate.ts'
import type { ReadingStages } from '../../steps/load.ts'
import type { ParsedSource } from '../../steps/page-contents.ts'
import type { Session } from '../../cache/workers/session.ts'

/** True for pages that the next load parses before others. */
export type IsFirst = (page: Pick<PageSummary, 'file'>) => boolean

/** Parses only files that were not handed over before, as long as the options stay the same. */
export class PageMemory {
  readonly #parsePages: ReadingStages['parsePages']
  #options = ''
  #call: { session: Session; options: ParseOptions; plugins: readonly PluginSource[] } | undefined
  #known = new WeakMap<SourceFile, ParsedSource>()
  /** What every page was when it was handed over last, by file. */
  #last = new Map<string, ParsedSource>()
  #isFirst: IsFirst | undefined
  #isBehind = false

  constructor(parsePages: ReadingStages['parsePages']) {
    this.#parsePages = parsePages
  }

  /** True when the last load left pages as they were. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /**
   * What the next load parses: pages that this is true for, and those that were never parsed. Others that have changed
   * stay as they were until a load without it. When it is true for none of them, all are parsed.
   */
  parseFirst(isFirst: IsFirst | undefined): void {
    this.#isFirst = isFirst
    this.#isBehind = false
  }

  async parse(
    session: Session,
    files: readonly SourceFile[],
    options: ParseOptions,
    plugins: readonly PluginSource[] = [],
  ): Promise<ParsedSource[]> {
    const text = JSON.stringify(options)
    if (text !== this.#options) {
      this.#options = text
      this.#call = undefined
      this.#known = new WeakMap()
      this.#last = new Map()
    }
    // The same object as before: what is made from the options is kept with it.
    this.#call ??= { session, options, plugins }
    const missing = files.filter(file => !this.#known.has(file))
    const first = missing.filter(file => !this.#last.has(file.file) || this.#isFirst?.(file))
    const wanted = this.#isFirst && first.length > 0 ? first : missing
    this.#isBehind = wanted.length < missing.length
    const parsed = await this.#parsePages(session, wanted, this.#call.options, this.#call.plugins)
    for (const [index, file] of wanted.entries()) {
      const source = parsed[index]
      if (source) this.#known.set(file, source)
    }
    const sources = files.flatMap(file => this.#known.get(file) ?? this.#last.get(file.file) ?? [])
    this.#last = new Map(sources.map(source => [source.page.file, source]))
    return sources
  }

  /** Parses a page, of which the result is known, so that parsing it once more takes less time. */
  async rehearse(file: SourceFile): Promise<void> {
    if (!this.#call) return
    const { session, options, plugins } = this.#call
    // What comes of it is known: nothing of it is kept.
    await session.map('parse', { options, plugins, segment: undefined }, [
      { file, keys: { html: '', text: '' } },
    ])
  }
}
