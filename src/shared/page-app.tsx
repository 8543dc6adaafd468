import type { ComponentType, ReactNode } from 'react'
import type { LocaleView, PageView } from '../schema/view.ts'

export interface LayoutProps {
  page: PageView
  locale: LocaleView
  children: ReactNode
}

export interface PageAppProps extends Omit<LayoutProps, 'children'> {
  layout: ComponentType<LayoutProps>
  /** Content as HTML; where Trusted Types are enforced, as a value of the policy. */
  html: string | TrustedHtml
}

export interface TrustedHtml {
  toString(): string
}

/** The content is one element that is replaced as a whole: what edits it can't break React. */
export function PageApp({ layout: Layout, page, locale, html }: PageAppProps): ReactNode {
  return (
    <Layout page={page} locale={locale}>
      <div
        key={page.key || 'not-found'}
        className="content"
        lang={page.fallback?.lang}
        dir={page.fallback?.dir}
        data-content=""
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </Layout>
  )
}

/** Children of an island: HTML that React leaves as it is. */
export function Slot({ tag: Tag, html }: { tag: 'div' | 'span'; html: PageAppProps['html'] }): ReactNode {
  return <Tag data-children="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
