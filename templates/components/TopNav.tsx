import { Fragment, type ReactNode } from 'react'
import type { LocaleView, NavItem, PageView } from '../../src/schema/view.ts'
import { currentHref, isCurrent, isInside } from './current-page.ts'
import { Disclosure } from './Disclosure.tsx'
import { fitsFrom, STEPS } from './header-fit.ts'
import { TextLink } from './TextLink.tsx'

interface TopNavProps {
  page: PageView
  locale: LocaleView
}

/** Entries of the navigation. A group whose own page a language lacks has no name there, so its links are shown without it. */
function navItems(locale: LocaleView): NavItem[] {
  return locale.nav.flatMap(item =>
    item.text === '' ? item.items.map(link => ({ text: link.text, link, items: [] })) : [item],
  )
}

/**
 * The header's navigation: links, and disclosures for entries with items. In windows that are too narrow for all of
 * them, one button opens the whole navigation instead: the header never wraps.
 */
export function TopNav({ page, locale }: TopNavProps): ReactNode {
  const items = navItems(locale)
  if (items.length === 0) return null
  const href = currentHref(page, locale)
  const from = fitsFrom(locale, items)
  return (
    <nav
      className={from === STEPS[0] ? 'top-nav' : `top-nav from-${from ?? 'never'}`}
      aria-label={locale.strings.mainNavigation}
    >
      {from !== STEPS[0] && (
        <Disclosure id="docsgen-nav" className="nav-all" label={<span>{locale.strings.menu}</span>}>
          {items.map((item, index) => (
            <li key={index}>
              {item.items.length > 0 && !item.link && <span className="nav-group">{item.text}</span>}
              {(item.items.length === 0 || item.link) && (
                <NavItemLink item={item} href={href} locale={locale} />
              )}
              {item.items.length > 0 && (
                <ul>
                  <NavItemLinks item={{ text: item.text, items: item.items }} href={href} locale={locale} />
                </ul>
              )}
            </li>
          ))}
        </Disclosure>
      )}
      <ul>
        {items.map((item, index) => (
          <li key={index}>
            {item.items.length === 0 ? (
              <NavItemLink item={item} href={href} locale={locale} />
            ) : (
              <Disclosure
                id={`docsgen-nav-${index}`}
                label={<span>{item.text}</span>}
                active={[item.link, ...item.items].some(link => isInside(link, href, locale.home))}
              >
                <NavItemLinks item={item} href={href} locale={locale} />
              </Disclosure>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface NavItemProps {
  item: NavItem
  href: string
  locale: LocaleView
}

function NavItemLink({ item, href, locale }: NavItemProps): ReactNode {
  if (!item.link) return <span>{item.text}</span>
  return (
    <TextLink
      link={item.link}
      newWindow={locale.strings.opensNewWindow}
      mark={locale.strings.fallbackMark}
      current={isCurrent(item.link, href) ? 'page' : undefined}
      active={isInside(item.link, href, locale.home)}
    >
      <span>{item.text}</span>
    </TextLink>
  )
}

function NavItemLinks({ item, href, locale }: NavItemProps): ReactNode {
  return (
    <>
      {item.link && (
        <li>
          <NavItemLink item={item} href={href} locale={locale} />
        </li>
      )}
      {item.items.map((link, index) => (
        <Fragment key={index}>
          {link.section !== undefined && link.section !== item.items[index - 1]?.section && (
            <li className="nav-section">{link.section}</li>
          )}
          <li>
            <TextLink
              link={link}
              newWindow={locale.strings.opensNewWindow}
              mark={locale.strings.fallbackMark}
              current={isCurrent(link, href) ? 'page' : undefined}
            />
          </li>
        </Fragment>
      ))}
    </>
  )
}

/** The entries of the navigation bar as plain lists, for the drawer. */
export function DrawerNav({ page, locale }: TopNavProps): ReactNode {
  const items = navItems(locale)
  if (items.length === 0) return null
  const href = currentHref(page, locale)
  return (
    <nav className="drawer-nav" aria-label={locale.strings.menu}>
      <ul>
        {items.map((item, index) => (
          <li key={index}>
            <NavItemLink item={item} href={href} locale={locale} />
            {item.items.length > 0 && (
              <ul>
                <NavItemLinks
                  item={item.link ? { text: item.text, items: item.items } : item}
                  href={href}
                  locale={locale}
                />
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
