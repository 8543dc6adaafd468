import { mustReadValue, type StoredValue } from '../cache/segment.ts'
import type { Store } from '../cache/store.ts'
import type { PageContent, PageSummary, PageText, ParseOptions } from '../schema/page.ts'
import type { Site } from '../schema/site.ts'
import type { ContentKeys } from '../cache/workers/job-types.ts'
import type { ReadableSite } from '../schema/translation.ts'

/** A page as the parse step hands it on. */
export interface ParsedSource {
  page: PageSummary
  /** Hash of everything the page was made from: in the store, its content is filed under it. */
  key: string
  /** The content of a page that is not in the store. */
  content?: PageContent
}

/** Under which keys the content of a page is in the store, beside its summary. */
export function contentKeys(key: string, { markdown }: Pick<ParseOptions, 'markdown'> = {}): ContentKeys {
  return { html: `${key}.html`, text: `${key}.text`, ...(markdown ? { markdown: `${key}.markdown` } : {}) }
}

/**
 * Fetches the content of pages, by source file. The parse step has seen that it is in the store and whole; nothing of it
 * stays in memory here.
 */
export class PageContents {
  readonly #store: Store
  readonly #sources: ReadonlyMap<string, ParsedSource>

  constructor(store: Store, sources: readonly ParsedSource[]) {
    this.#store = store
    this.#sources = new Map(sources.map(source => [source.page.file, source]))
  }

  /** Hash of everything that the page was made from: changes when its content does. */
  keyOf(file: string): string {
    return this.#source(file).key
  }

  /** Where a thread finds the HTML. */
  locateHtml(file: string): StoredValue {
    const { key, content } = this.#source(file)
    return content ? Buffer.from(content.html) : this.#locate(contentKeys(key).html)
  }

  /** Where a thread finds the `PageText`, as JSON. */
  locateText(file: string): StoredValue {
    const { key, content } = this.#source(file)
    return content ? Buffer.from(JSON.stringify(content)) : this.#locate(contentKeys(key).text)
  }

  /** Plain Markdown, of a site whose pages have Markdown copies. */
  readMarkdown(file: string): string {
    const { key, content } = this.#source(file)
    if (content) return content.markdown ?? ''
    return mustReadValue(this.#locate(contentKeys(key, { markdown: true }).markdown ?? '')).toString()
  }

  readHtml(file: string): string {
    return mustReadValue(this.locateHtml(file)).toString()
  }

  readText(file: string): PageText {
    return JSON.parse(mustReadValue(this.locateText(file)).toString()) as PageText
  }

  #source(file: string): ParsedSource {
    const source = this.#sources.get(file)
    if (!source) throw new Error(`The page ${file} was not parsed.`)
    return source
  }

  #locate(key: string): StoredValue {
    const stored = this.#store.locate(key)
    if (!stored) throw new Error(`The content ${key} is not in the cache.`)
    return stored
  }
}

/** The site with the texts of its pages. Many rules look at the same ones: what was read is kept. */
export function withTexts(site: Site, contents: PageContents): ReadableSite {
  const texts = new Map<string, PageText>()
  return {
    ...site,
    textOf({ file }) {
      const text = texts.get(file) ?? contents.readText(file)
      texts.set(file, text)
      return text
    },
  }
}
