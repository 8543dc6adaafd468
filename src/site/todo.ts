import type { ReadableSite, TodoItem, Translation } from '../schema/translation.ts'
import { countWords, describeChanges, TODO_STATES } from '../shared/translations.ts'
import { readingOrder } from './navigation.ts'
import { listTranslations, translationFile } from './translations.ts'

/**
 * What is left to do in these locales, one after the other, sorted by state; in each, pages in the order in which readers
 * come upon them, then those that no menu has, what most others lead to first.
 */
export function listTodo(site: ReadableSite, locales: readonly string[]): TodoItem[] {
  const order = readingOrder(site)
  const links = countLinks(site)
  const rankOf = ({ source = '' }: TodoItem) => order.get(source) ?? order.size
  const all = listTranslations(site).flatMap(translation => todoItem(translation, site, links))
  return locales.flatMap(locale =>
    all
      .filter(item => item.locale === locale)
      .toSorted(
        (a, b) =>
          TODO_STATES.indexOf(a.state) - TODO_STATES.indexOf(b.state) ||
          rankOf(a) - rankOf(b) ||
          b.links - a.links ||
          (a.file < b.file ? -1 : 1),
      ),
  )
}

function todoItem(
  { locale, localPath, state, source, page, draft, changes }: Translation,
  { textOf, config }: ReadableSite,
  links: ReadonlyMap<string, number>,
): TodoItem[] {
  if (state === 'ok' || state === 'exempt') return []
  const whole = source ? textOf(source).sections : []
  const file = (page ?? draft)?.file ?? (source ? translationFile(source, locale, config.contentDir) : '')
  return [
    {
      locale,
      state,
      path: localPath,
      file,
      ...(source ? { source: source.file } : {}),
      words: countWords(changes ? [...changes.changed, ...changes.added] : whole),
      links: links.get(source?.file ?? '') ?? 0,
      ...(changes ? { changes: describeChanges(changes) } : {}),
    },
  ]
}

/** Pages of the source language by file: how many others of it lead there. */
function countLinks(site: ReadableSite): Map<string, number> {
  const from = new Map<string, Set<string>>()
  for (const link of site.links) {
    if (!link.to || link.from.locale !== '/' || link.from === link.to) continue
    from.set(link.to.file, (from.get(link.to.file) ?? new Set()).add(link.from.file))
  }
  return new Map([...from].map(([file, pages]) => [file, pages.size]))
}
