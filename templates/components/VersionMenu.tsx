import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { Disclosure } from './Disclosure.tsx'

interface VersionProps {
  page: PageView
  locale: LocaleView
}

/** Links to the same page in other versions of the site; a version that lacks the page is marked. */
export function VersionMenu({ page, locale }: VersionProps): ReactNode {
  const open = locale.versions?.find(version => version.open)
  if (!open) return null
  const label = (
    <>
      <span className="visually-hidden">{locale.strings.versionMenu}</span>
      <bdi>{open.label}</bdi>
    </>
  )
  return (
    <Disclosure id="docsgen-versions" className="version-menu" label={label}>
      <VersionItems page={page} locale={locale} />
    </Disclosure>
  )
}

/** The version links, as a plain list for the drawer. */
export function DrawerVersions({ page, locale }: VersionProps): ReactNode {
  if (!locale.versions) return null
  return (
    <nav className="drawer-nav" aria-label={locale.strings.versionMenu}>
      <p className="nav-section">{locale.strings.versionMenu}</p>
      <ul>
        <VersionItems page={page} locale={locale} />
      </ul>
    </nav>
  )
}

function VersionItems({ page, locale }: VersionProps): ReactNode {
  return locale.versions?.map(({ label, href, open }, index) => {
    const address = page.versions?.[index] ?? href
    const isStart = address === href && page.path !== locale.path && !page.notFound
    return (
      <li key={href}>
        <a href={address} aria-current={open ? 'true' : undefined}>
          <bdi>{label}</bdi>
          {isStart && <span className="language-note">{locale.strings.versionLacks}</span>}
        </a>
      </li>
    )
  })
}
