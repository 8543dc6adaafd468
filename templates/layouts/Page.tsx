import type { ReactNode } from 'react'
import type { LayoutProps } from '../../src/shared/page-app.tsx'
import { FallbackNotice } from '../components/FallbackNotice.tsx'
import { Frame } from '../components/Frame.tsx'
import { Notice } from '../components/Notice.tsx'
import { StaleNotice } from '../components/StaleNotice.tsx'

/** A standalone page, such as a team page: no outline, neighbours, edit link or date beside its content. */
export default function Page({ page, locale, children }: LayoutProps): ReactNode {
  return (
    <Frame page={{ ...page, outline: false }} locale={locale} className="layout-page">
      <main id="docsgen-main" className="main" tabIndex={-1}>
        <Notice locale={locale} />
        <StaleNotice page={page} locale={locale} />
        <FallbackNotice page={page} locale={locale} />
        {children}
      </main>
    </Frame>
  )
}
