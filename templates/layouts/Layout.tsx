import type { ReactNode } from 'react'
import type { LayoutProps } from '../../src/shared/page-app.tsx'
import { FallbackNotice } from '../components/FallbackNotice.tsx'
import { Frame } from '../components/Frame.tsx'
import { Notice } from '../components/Notice.tsx'
import { Outline, OutlineButton } from '../components/Outline.tsx'
import { PageMeta } from '../components/PageMeta.tsx'
import { Pager } from '../components/Pager.tsx'
import { StaleNotice } from '../components/StaleNotice.tsx'

/** The default layout: sidebar, content with its notices and neighbours, outline. */
export default function Layout({ page, locale, children }: LayoutProps): ReactNode {
  return (
    <Frame page={page} locale={locale} className="layout-page">
      <main id="docsgen-main" className="main" tabIndex={-1}>
        <OutlineButton page={page} locale={locale} />
        <Notice locale={locale} />
        <StaleNotice page={page} locale={locale} />
        <FallbackNotice page={page} locale={locale} />
        {children}
        <PageMeta page={page} locale={locale} />
        <Pager page={page} locale={locale} />
      </main>
      <Outline page={page} locale={locale} />
    </Frame>
  )
}
