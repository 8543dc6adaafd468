import type { LocaleIndex } from '../schema/locale-index.ts'
import type { LocaleView } from '../schema/view.ts'
import type { PageFiles } from './page-files.ts'

/** The files of a large language by when readers need them: a section at a time, as its lists are cut. */
export interface LocaleParts {
  /** For every page. */
  common: string[]
  sections: LocalePart[]
  /** For no page: the search index. */
  rest: string[]
}

interface LocalePart {
  /** First key of its addresses. */
  first: string
  /** Its list, views that no other section has, and chunks of pages that are shown in place of missing ones. */
  data: string[]
  pages: PageFiles[]
}

interface Undivided {
  locale: LocaleView
  index: LocaleIndex
  /** What the files of `index.sections` hold. */
  sections: readonly Listed[]
  pages: readonly PageFiles[]
  data: readonly string[]
}

type Listed = Pick<LocaleIndex, 'pages' | 'views'>

/** Divides the files of a language whose lists are cut; each part has them in the order in which they came. */
export function divideLocale({ locale, index, sections, pages, data }: Undivided): LocaleParts {
  const listed = (index.sections ?? []).map(([first, name], position) => {
    const list = sections[position] ?? { pages: {} }
    return { first, list, files: filesOf(name, list, locale) }
  })
  const uses = new Map<string, number>()
  for (const file of listed.flatMap(({ files }) => files)) uses.set(file, (uses.get(file) ?? 0) + 1)
  const isInOne = (file: string) => uses.get(file) === 1
  const others = data.filter(file => !isInOne(file))
  const isSearch = (file: string) => file.startsWith('assets/search/')
  return {
    common: others.filter(file => !isSearch(file)),
    sections: listed.map(({ first, list, files }) => {
      const own = new Set(files.filter(isInOne))
      return {
        first,
        data: data.filter(file => own.has(file)),
        pages: pages.filter(({ path }) => Object.hasOwn(list.pages, path)),
      }
    }),
    rest: others.filter(isSearch),
  }
}

/** Output paths of what a section has besides pages. */
function filesOf(name: string, { pages, views = {} }: Listed, { base }: LocaleView): string[] {
  return [
    `assets/locales/${name}`,
    ...Object.values(views).map(address => address.slice(base.length)),
    ...Object.values(pages).flatMap(entry => (entry.length > 3 && entry[0] ? `assets/js/${entry[0]}` : [])),
  ]
}
