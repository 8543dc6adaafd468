import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'

/** Says that the page is of an old version, and leads to the same page of the current one. */
export function VersionNotice({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  const { versions = [], strings } = locale
  const open = versions.find(version => version.open)
  const current = versions.findIndex(version => version.current)
  const target = versions[current]
  if (!open || !target || open === target) return null
  const [before, after] = strings.versionNotice.split('{version}')
  return (
    <aside className="version-notice" aria-label={strings.versionMenu}>
      <p>
        <span>
          {before}
          <bdi>{open.label}</bdi>
          {after}
        </span>{' '}
        <a href={page.versions?.[current] ?? target.href}>{strings.versionCurrent}</a>
      </p>
    </aside>
  )
}
