import type { ReactNode } from 'react'
import type { LayoutProps } from '../../src/shared/page-app.tsx'
import { Announcement } from './Announcement.tsx'
import { Drawer, DRAWER_ID } from './Drawer.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { hasOutline } from './Outline.tsx'
import { sidebarItems } from './Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useDrawer } from './use-drawer.ts'
import { usePopovers } from './use-popovers.ts'
import { VersionNotice } from './VersionNotice.tsx'

interface FrameProps extends LayoutProps {
  /** Class of the layout. */
  className?: string
  footer?: string | undefined
}

/** Shared by all layouts: skip link, banner, sidebar, footer; the children are between sidebar and footer. */
export function Frame({ page, locale, className, footer, children }: FrameProps): ReactNode {
  useDrawer(DRAWER_ID)
  usePopovers(page.path)
  const { navbar, pageClass, footer: own } = page.frontmatter
  const hasHeader = navbar !== false
  const classes = [
    'layout',
    className,
    !hasHeader && 'no-navbar',
    !sidebarItems(page, locale) && 'no-sidebar',
    hasOutline(page) && 'has-outline',
    pageClass,
  ]
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <SkipLink strings={locale.strings} />
      <Announcement locale={locale} />
      {hasHeader && <Header page={page} locale={locale} />}
      <VersionNotice page={page} locale={locale} />
      <div className="frame">
        <Drawer page={page} locale={locale} />
        {children}
      </div>
      <Footer locale={locale} text={own === false ? false : footer || own || undefined} />
    </div>
  )
}
