import { createSearchFiles, type SearchFilesInput } from '../../../src/search/create-search-files.ts'
import { languageOf } from '../../../src/search/language-of.ts'
import { INTERFACE_LANGUAGES, interfaceLanguage } from '../../../src/shared/languages.ts'
import { type Language, plainLanguage } from '../../../src/shared/search/language.ts'
import type { SearchPage, SearchSection } from '../../../src/search/search-pages.ts'
import { countTerms } from '../../../src/search/count-terms.ts'
import type { CountedPage } from '../../../src/search/build-index.ts'
import { createAnalyser, createCutter } from '../../../src/shared/search/analyse.ts'
import { search } from '../../../src/shared/search/engine.ts'
import type { CutManifest, SearchManifest, WholeManifest } from '../../../src/shared/search/format.ts'
import { planQuery } from '../../../src/shared/search/plan-query.ts'
import { readIndex, readPages } from '../../../src/shared/search/read-index.ts'

/** A page of a small site: sections as title → prose, the first one under the page's own title. */
export function page(path: string, sections: Record<string, string>, code: string[] = []): SearchPage {
  const [title = ''] = Object.keys(sections)
  const made = Object.entries(sections).map(([heading, text], index): SearchSection => ({
    id: heading.toLowerCase().replaceAll(' ', '-'),
    title: heading,
    ancestors: index === 0 ? [] : [title],
    text,
    code: index === 0 ? code : [],
  }))
  return { path, title, tags: [], sections: made }
}

const languages = new Map(
  await Promise.all(INTERFACE_LANGUAGES.map(async lang => [lang, await languageOf(lang)] as const)),
)

/** The language module of an interface language. */
export function languageFor(lang: string): Language {
  return languages.get(interfaceLanguage(lang) ?? 'en') ?? plainLanguage
}

/** Pages with the terms that an index weighs. */
export function counted(pages: readonly SearchPage[], language: Language): CountedPage[] {
  const cut = createCutter(language)
  return pages.map(page => ({ ...page, counts: countTerms(page, cut) }))
}

/** The manifest of pages, as a browser would read it. */
export function manifestOf(pages: SearchPage[], lang = 'en', limits: SearchFilesInput['limits'] = {}) {
  const locale = { code: 'xx', lang }
  const { files, manifest } = createSearchFiles({ locale, pages: counted(pages, languageFor(lang)), limits })
  const contents = new Map(files.map(file => [file.path, file.content as string]))
  const data = JSON.parse(contents.get(manifest) ?? '') as SearchManifest
  return { data, files, contents, manifest }
}

/** The manifest of a small site. */
export function wholeOf(data: SearchManifest): WholeManifest {
  if (!('whole' in data)) throw new Error('The index is cut.')
  return data
}

/** The manifest of a large site. */
export function cutOf(data: SearchManifest): CutManifest {
  if ('whole' in data) throw new Error('The index is one file.')
  return data
}

/** Asks pages that fit one file; answers `path#id` of what is found, best first. */
export function asker(pages: SearchPage[], lang = 'en'): (query: string) => string[] {
  const data = wholeOf(manifestOf(pages, lang).data)
  const pageOf = readPages(data.pageSizes)
  const index = readIndex(data)
  const analyse = createAnalyser(languageFor(lang))
  return query =>
    search(planQuery(query, index, analyse), index).hits.map(({ section }) => {
      const id = data.heads[section]?.[0]
      return `${data.pages[pageOf[section] ?? 0]?.[0]}${id ? `#${id}` : ''}`
    })
}
