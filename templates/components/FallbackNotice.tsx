import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { TextLink } from './TextLink.tsx'

/** Says that the language lacks this page, and leads to the original and to where a translation can be written. */
export function FallbackNotice({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  const { fallback } = page
  if (!fallback) return null
  const { strings } = locale
  const fill = (text: string) => text.replace('{language}', () => fallback.label)
  const translate = { text: strings.fallbackTranslate, href: fallback.translate ?? '', external: true }
  return (
    <div className="notice notice-stale notice-fallback" role="note">
      <p>
        <span>{fill(strings.fallbackNotice)}</span>{' '}
        <a href={fallback.href} hrefLang={fallback.lang}>
          {fill(strings.staleSource)}
        </a>{' '}
        {fallback.translate && <TextLink link={translate} newWindow={strings.opensNewWindow} />}
      </p>
    </div>
  )
}
