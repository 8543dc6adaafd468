import type { loadLocal } from './local.ts'
import { MAX_GROUPS, type Provider, type ResultGroup } from './results.ts'
import type { LocaleIndex, FallbackTable, LocaleView } from '../../schema/view.ts'
import type { LocaleData } from '../locale-data.ts'

interface OriginalsContext {
  locale: LocaleView
  locales: LocaleData
  /** Given, so that what all languages need is in no file of its own. */
  load: typeof loadLocal
}

/**
 * The search of a language that shows pages of others: what is found in its own pages, and behind that, marked, what is found
 * in the pages that stand in for those it lacks. Their indexes are those of their own languages.
 */
export async function withOriginals(
  own: Provider,
  { originals = [], pages, standIns: rules }: LocaleIndex,
  { locale, locales, load }: OriginalsContext,
): Promise<Provider> {
  const { base, strings } = locale
  const listed = new Map(
    Object.entries(pages).flatMap(([path, [, , , original]]): [string, string][] =>
      original === undefined ? [] : [[original, path]],
    ),
  )
  const standIns = rules === undefined ? undefined : await locales.file<FallbackTable>(rules)
  const others = originals.map(async ({ locale: from, lang, code }) => {
    const paths = standIns ? pathsByRule(standIns[from], { from, to: locale.path }) : listed
    const { data } = await locales.index(code)
    const stand = { paths, lang, mark: strings.fallbackMark }
    return data.search === undefined ? [] : [await load({ url: data.search, lang, base, stand })]
  })
  return joinProviders([own, ...(await Promise.all(others)).flat()])
}

/** Where pages of another language are shown: at the same path inside the language. */
function pathsByRule(
  rule: FallbackTable[string] = { only: [] },
  { from, to }: { from: string; to: string },
): Pick<ReadonlyMap<string, string>, 'get'> {
  const named = new Set('only' in rule ? rule.only : rule.but)
  const isShown = (path: string) => named.has(path) === 'only' in rule
  return { get: path => (isShown(path) ? to + path.slice(from.length) : undefined) }
}

/** Shows what several providers find, one behind the other, as soon as each has said something. */
function joinProviders(providers: readonly Provider[]): Provider {
  return {
    async search(query, signal, show) {
      const found: (ResultGroup[] | undefined)[] = providers.map(() => undefined)
      const showAll = () => {
        if (found.every(groups => groups !== undefined)) show(found.flat().slice(0, MAX_GROUPS * 2))
      }
      await Promise.all(
        providers.map((provider, index) =>
          provider.search(query, signal, groups => {
            found[index] = groups
            showAll()
          }),
        ),
      )
    },
  }
}
