import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'

/** Says that the original changed after this translation was made, and leads to it. */
export function StaleNotice({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  if (!page.stale) return null
  const { strings } = locale
  const source = page.languages.find(language => language.locale === '/' && language.translated)
  return (
    <div className="notice notice-stale" role="note">
      <p>
        <span>{strings.stalePage}</span>{' '}
        {source && (
          <a href={source.href} hrefLang={source.lang}>
            {strings.staleSource.replace('{language}', () => source.label)}
          </a>
        )}
      </p>
    </div>
  )
}
