import { mustReadValue, readValue, type Segment, storeValue } from '../store.ts'
import type { PageText } from '../../schema/page.ts'
import { createCutter } from '../../search/analyse.ts'
import { countTerms, type PageCounts, searchPages } from '../../search/build/index-pages.ts'
import { createSearchFiles } from '../../search/build/search-files.ts'
import type { Language } from '../../search/language.ts'
import type { IndexedLocale, SearchInput } from './job-types.ts'

/**
 * Makes the index of a locale from its pages as they are in the caches; pages whose terms are not counted yet are counted, and
 * their counts kept. Runs in a thread.
 */
export function indexLocale(
  { locale, pages }: SearchInput,
  language: Language,
  segment: Segment | undefined,
): IndexedLocale {
  const cut = createCutter(language)
  const counted: IndexedLocale['counted'] = []
  // Page by page: of a large language there is no room for what the index does not take.
  const read = pages.flatMap(({ record, text, counts }) => {
    const content = JSON.parse(mustReadValue(text).toString()) as PageText
    return searchPages([{ record, ...content }], locale.boost).map(page => {
      const kept = counts.value && readValue(counts.value)
      if (kept) return { ...page, counts: JSON.parse(kept.toString()) as PageCounts }
      const fresh = countTerms(page, cut)
      counted.push([counts.key, storeValue(segment, counts.key, Buffer.from(JSON.stringify(fresh)))])
      return { ...page, counts: fresh }
    })
  })
  return { ...createSearchFiles({ locale, pages: read }), counted }
}
