import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx'
import { CloseIcon } from './icons.tsx'
import { RepositoryLink } from './RepositoryLink.tsx'
import { Sidebar } from './Sidebar.tsx'
import { DrawerNav } from './TopNav.tsx'
import { DrawerVersions } from './VersionMenu.tsx'

export const DRAWER_ID = 'docsgen-drawer'

/**
 * The sidebar: a column on wide screens, a drawer on narrow ones. It is a popover, so the menu button opens it before and
 * without scripts, and Esc or a click on the mask closes it; `useDrawer` makes it a modal dialog while it is open.
 */
export function Drawer({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  const { strings } = locale
  return (
    <div id={DRAWER_ID} className="drawer" popover="auto" data-label={strings.menu}>
      <div className="drawer-head">
        <a className="brand" href={locale.home}>
          <span>{locale.title}</span>
        </a>
        <button
          type="button"
          className="menu-button"
          aria-label={strings.closeMenu}
          popoverTarget={DRAWER_ID}
          popoverTargetAction="hide"
        >
          <CloseIcon />
        </button>
      </div>
      <DrawerNav page={page} locale={locale} />
      <DrawerVersions page={page} locale={locale} />
      <Sidebar page={page} locale={locale} />
      <div className="drawer-foot">
        <RepositoryLink locale={locale} />
        <ColorSchemeSwitch strings={strings} />
      </div>
    </div>
  )
}
