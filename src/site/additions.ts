import { ADDITIONS, type Addition } from '../schema/additions.ts'
import type { Site } from '../schema/site.ts'
import type { LocaleView, SidebarItem } from '../schema/view.ts'

/** Fragments behind the addresses of pictures for one color scheme, the second as GitHub writes them. */
const SCHEME_FRAGMENT = /^#(?:gh-)?(?:light|dark)(?:-mode-only)?$/

const USES: Record<Addition, (site: Pick<Site, 'pages' | 'fallbacks' | 'locales'>) => boolean> = {
  announcement: ({ locales }) => Object.values(locales).some(({ announcement }) => announcement),
  fallback: ({ fallbacks }) => fallbacks.length > 0,
  menu: ({ locales }) =>
    Object.values(locales).some(({ nav }) => nav.some(({ items }) => items.some(({ section }) => section))),
  pictures: ({ locales, pages }) =>
    Object.values(locales).some(({ logo }) => typeof logo === 'object') ||
    pages.some(
      ({ links, record: { frontmatter } }) =>
        links.some(({ kind, hash }) => kind === 'image' && SCHEME_FRAGMENT.test(hash)) ||
        [frontmatter.heroImage, ...(frontmatter.features ?? []).map(({ icon }) => icon)].some(
          picture => typeof picture === 'object' && 'dark' in picture,
        ),
    ),
  sidebar: ({ locales }) => Object.values(locales).some(hasGroups),
  social: ({ locales }) => Object.values(locales).some(({ social }) => social),
}

function hasGroups({ sidebars }: LocaleView): boolean {
  const isSet = ({ badge, collapsed, collapsible, items }: SidebarItem): boolean =>
    badge !== undefined || collapsed !== undefined || collapsible === false || items.some(isSet)
  return sidebars.flat().some(isSet)
}

/** What a site needs of the theme beyond what all have, and the rule for its announcement. */
export function additionsOf(site: Pick<Site, 'pages' | 'fallbacks' | 'locales'>): {
  names: Addition[]
  css: string
} {
  const names = (Object.keys(ADDITIONS) as Addition[]).filter(name => USES[name](site))
  const ids = new Set(Object.values(site.locales).flatMap(({ announcement }) => announcement?.id ?? []))
  const css = [...ids].map(id => `[data-dismissed="${id}"] .announcement{display:none}\n`).join('')
  return { names, css }
}
