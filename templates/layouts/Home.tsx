import type { ReactNode } from 'react'
import type { LayoutProps } from '../../src/shared/page-app.tsx'
import { FallbackNotice } from '../components/FallbackNotice.tsx'
import { Frame } from '../components/Frame.tsx'
import { Hero } from '../components/Hero.tsx'
import { Features } from '../components/Features.tsx'
import { Notice } from '../components/Notice.tsx'
import { StaleNotice } from '../components/StaleNotice.tsx'

/** The layout of a locale's home: notices, hero, features, the page's own content. */
export default function Home({ page, locale, children }: LayoutProps): ReactNode {
  const home = { ...page, sidebar: -1, outline: false }
  return (
    <Frame page={home} locale={locale} className="layout-home">
      <main id="docsgen-main" className="main" tabIndex={-1}>
        <Notice locale={locale} />
        <StaleNotice page={page} locale={locale} />
        <FallbackNotice page={page} locale={locale} />
        <Hero page={page} locale={locale} />
        <Features page={page} />
        {children}
      </main>
    </Frame>
  )
}
