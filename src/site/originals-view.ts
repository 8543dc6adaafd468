import type { SiteConfig } from '../schema/config.ts'
import type { OriginalsView } from '../schema/fallback.ts'
import type { PageSummary } from '../schema/page.ts'
import type { LocaleView } from '../schema/view.ts'
import { directionOf } from './direction.ts'
import { editUrl, translatePattern } from './edit-link.ts'

/** What the pages of a language need to know of those whose pages it shows; undefined where it has all of its own. */
export function originalsOf(pages: readonly PageSummary[], config: SiteConfig): LocaleView['originals'] {
  const shown = new Map(
    pages.flatMap(({ original, locale }) => (original ? [[original.locale, locale]] : [])),
  )
  if (shown.size === 0) return undefined
  return Object.fromEntries([...shown].map(([path, reader]) => [path, originalsView(path, reader, config)]))
}

function originalsView(path: string, reader: string, { locales, title, theme }: SiteConfig): OriginalsView {
  const language = locales[path]
  const files = theme.editLinks ? editUrl(theme, path.slice(1)) : undefined
  const create = files === undefined ? undefined : translatePattern(theme, reader.slice(1))
  return {
    title: language?.title ?? title,
    dir: language?.dir ?? directionOf(language?.lang ?? ''),
    ...(create === undefined || files === undefined ? {} : { files, create }),
  }
}
