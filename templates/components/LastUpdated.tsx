import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'

/** Day of the last commit, as `YYYY-MM-DD`: the same on the server and in every reader's time zone. */
export function LastUpdated({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  if (!page.lastUpdated) return null
  return (
    <p className="last-updated">
      <span>{locale.strings.lastUpdated}</span>{' '}
      <time dateTime={page.lastUpdated}>{page.lastUpdated.slice(0, 10)}</time>
    </p>
  )
}
