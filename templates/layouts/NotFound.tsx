import type { ReactNode } from 'react'
import type { LayoutProps } from '../../src/shared/page-app.tsx'
import { Frame } from '../components/Frame.tsx'

/** Shown for unknown addresses, in the reader's language, with the way to every language's home. */
export default function NotFound({ page, locale, children }: LayoutProps): ReactNode {
  const { strings } = locale
  return (
    <Frame page={page} locale={locale} className="layout-not-found">
      <main id="docsgen-main" className="main" tabIndex={-1}>
        <div className="not-found">
          <p className="not-found-code" aria-hidden="true">
            404
          </p>
          <h1>{strings.notFoundTitle}</h1>
          <p>{strings.notFoundText}</p>
          <p>
            <a className="action" href={locale.home}>
              {strings.notFoundHome}
            </a>
          </p>
          {locale.locales.length > 1 && (
            <ul className="not-found-languages">
              {locale.locales.map(({ path, lang, label, home }) => (
                <li key={path}>
                  <a href={home} lang={lang} hrefLang={lang}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {children}
      </main>
    </Frame>
  )
}
