import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { EditLink } from './EditLink.tsx'
import { LastUpdated } from './LastUpdated.tsx'

/** The line below the content: edit link and date of the last change. */
export function PageMeta({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  if (!page.editLink && !page.lastUpdated) return null
  return (
    <div className="page-meta">
      <EditLink page={page} locale={locale} />
      <LastUpdated page={page} locale={locale} />
    </div>
  )
}
