/** Searches pages in other languages, shown where the reader's has none. */
import type { FallbackTable, LocaleIndex, LocaleView } from '../../schema/view.ts'
import { MAX_GROUPS } from '../../search/format.ts'
import { withBase } from '../../shared/addresses.ts'
import type { Provider } from './conversation.ts'

export interface Fallbacks {
  pathOf(path: string): string | undefined
  mark: string
  lang: string
}

interface Place {
  locale: LocaleView
  data: LocaleIndex
  load<T>(address: string): Promise<T>
}

export async function withOriginals(
  own: Provider,
  { locale, data, load }: Place,
  open: (index: string, fallbacks: Fallbacks) => Promise<Provider>,
): Promise<Provider> {
  const { base, path: to, strings } = locale
  const read = <T>(file: string) => load<T>(withBase(base, `/assets/locales/${file}`))
  const rules = data.fallbacks === undefined ? {} : await read<FallbackTable>(data.fallbacks)
  const others = (data.originals ?? []).map(async ({ locale: from, lang, code }) => {
    const pathOf = shownPaths(data, rules[from], [from, to])
    const { search } = await read<LocaleIndex>(`${code}.json`)
    return search === undefined ? [] : [await open(search, { pathOf, lang, mark: strings.fallbackMark })]
  })
  const all = [own, ...(await Promise.all(others)).flat()]
  return async (query, signal, most = MAX_GROUPS) => {
    const found = await Promise.all(all.map(provider => provider(query, signal, most)))
    return {
      groups: found.flatMap(({ groups }) => groups).slice(0, most * 2),
      missing: found[0]!.missing.filter(word => found.every(({ missing }) => missing.includes(word))),
    }
  }
}

/** As listed in the table of the reader's language, or at the same path inside it. */
function shownPaths(
  { pages, fallbacks }: LocaleIndex,
  rule: FallbackTable[string] = { only: [] },
  [from, to]: [string, string],
): Fallbacks['pathOf'] {
  if (fallbacks === undefined) {
    const listed = new Map(Object.entries(pages).map(([path, [, , , original]]) => [original, path]))
    return path => listed.get(path)
  }
  const named = new Set('only' in rule ? rule.only : rule.but)
  return path => (named.has(path) === 'only' in rule ? to + path.slice(from.length) : undefined)
}
