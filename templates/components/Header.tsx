import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx'
import { DRAWER_ID } from './Drawer.tsx'
import { SOCIAL } from './header-fit.ts'
import { MenuIcon } from './icons.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { Picture } from './Picture.tsx'
import { RepositoryLink } from './RepositoryLink.tsx'
import { SearchButton } from './SearchButton.tsx'
import { SocialLinks } from './SocialLinks.tsx'
import { TopNav } from './TopNav.tsx'
import { VersionMenu } from './VersionMenu.tsx'

/** The banner: menu button on narrow screens, site title, search, navigation, versions, languages, color scheme, repository. */
export function Header({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  const { strings } = locale
  return (
    <header className="header">
      <div className="header-bar">
        <button
          type="button"
          className="menu-button"
          aria-label={strings.menu}
          aria-expanded="false"
          aria-controls={DRAWER_ID}
          popoverTarget={DRAWER_ID}
        >
          <MenuIcon />
        </button>
        <a className="brand" href={locale.home}>
          {locale.logo && <Picture picture={locale.logo} size="24" />}
          <span>{locale.title}</span>
        </a>
        {locale.search.provider !== 'none' && <SearchButton strings={strings} />}
        <TopNav page={page} locale={locale} />
        <VersionMenu page={page} locale={locale} />
        <LanguageMenu page={page} locale={locale} />
        <ColorSchemeSwitch strings={strings} menu />
        <RepositoryLink locale={locale} />
        <SocialLinks locale={locale} most={SOCIAL.most} />
      </div>
    </header>
  )
}
