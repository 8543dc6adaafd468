import { createAnalyser, createCutter } from '../../../src/search/terms.ts'
import {
  createSearchFiles,
  type SearchFilesInput,
  type SearchPage,
  type SearchSection,
} from '../../../src/search/build/search-index.ts'
import { languageOf } from '../../../src/search/build/languages.ts'
import type { SearchManifest } from '../../../src/search/format.ts'
import { createSearcher, type SearchContext } from '../../../src/search/searcher.ts'

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
  return { path, title, tags: [], boost: 1, sections: made }
}

/** The index of pages as a browser reads it, with a searcher; `requests` has the files that it loads. */
export async function indexOf(
  pages: readonly SearchPage[],
  lang = 'en',
  limits: SearchFilesInput['limits'] = {},
  isShown?: SearchContext['isShown'],
) {
  const language = await languageOf(lang)
  const cut = createCutter(language)
  const { files, manifest } = createSearchFiles({ locale: { code: 'xx', lang }, pages, cut, limits })
  const contents = new Map(files.map(file => [file.path, file.content as string]))
  const data = JSON.parse(contents.get(manifest) ?? '') as SearchManifest
  const requests: string[] = []
  const gone = new Set<string>()
  const search = await createSearcher(data, {
    language,
    analyse: createAnalyser(language),
    load: async <T>(file: string) => {
      requests.push(file)
      if (gone.has(file)) throw new Error(`${file} cannot be reached.`)
      return JSON.parse(contents.get(`assets/search/${file}`) ?? '') as T
    },
    ...(isShown && { isShown }),
  })
  /** `path#id` of what is found, as it is shown. */
  const ask = async (query: string): Promise<string[]> =>
    (await search(query)).pages.flat().map(({ path, id }) => (id === '' ? path : `${path}#${id}`))
  return { data, files, contents, manifest, requests, gone, search, ask }
}
