import { loadLocal } from './local.ts'
import { MAX_GROUPS, type Provider, type ResultGroup } from './results.ts'
import { withBase } from '../../addresses/base.ts'
import { fetchJson } from '../fetch-json.ts'
import type { LocaleIndex, StandIns } from '../../schema/locale-index.ts'
import type { LocaleView } from '../../schema/view.ts'

/**
 * The search of a language that shows pages of others: what is found in its own pages, and behind that, marked, what is found
 * in the pages that stand in for those it lacks. Their indexes are those of their own languages.
 */
export async function withOriginals(
  own: Provider,
  { originals, paths }: { originals: NonNullable<LocaleIndex['originals']>; paths: Map<string, string> },
  { base, strings }: LocaleView,
): Promise<Provider> {
  const others = originals.map(({ lang, search: url }) =>
    loadLocal({ url, lang, base, stand: { paths, lang, mark: strings.fallbackMark } }),
  )
  return joinProviders([own, ...(await Promise.all(others))])
}

/** Path of a page in another language → where it is shown in this one. */
export async function loadStandIns(
  { pages, standIns }: LocaleIndex,
  { base }: LocaleView,
): Promise<Map<string, string>> {
  if (standIns !== undefined)
    return new Map(Object.entries(await fetchJson<StandIns>(withBase(base, `/assets/locales/${standIns}`))))
  return new Map(
    Object.entries(pages).flatMap(([path, [, , , original]]): [string, string][] =>
      original === undefined ? [] : [[original, path]],
    ),
  )
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
