import { versionBase } from './versions.ts'
import type { Site } from '../schema/site.ts'
import type { LocaleView, SidebarItem } from '../schema/view.ts'

/** Fragment of a picture for one color scheme; the long form is GitHub's. */
const SCHEME_FRAGMENT = /^#(?:gh-)?(?:light|dark)(?:-mode-only)?$/

type Uses = Pick<Site, 'pages' | 'fallbacks' | 'config'> & { views: LocaleView[] }

const USES = {
  announcement: ({ views }) => views.some(({ announcement }) => announcement),
  fallback: ({ fallbacks }) => fallbacks.length > 0,
  islands: ({ pages }) => pages.some(({ parts }) => parts?.includes('islands')),
  menu: ({ views }) => views.some(({ nav }) => nav.some(({ items }) => items.some(({ section }) => section))),
  pictures: ({ views, pages }) =>
    views.some(({ logo }) => typeof logo === 'object') ||
    pages.some(
      ({ links, record: { frontmatter } }) =>
        links.some(({ kind, hash }) => kind === 'image' && SCHEME_FRAGMENT.test(hash)) ||
        [frontmatter.heroImage, ...(frontmatter.features ?? []).map(({ icon }) => icon)].some(
          picture => typeof picture === 'object' && 'dark' in picture,
        ),
    ),
  sidebar: ({ views }) => {
    const isSet = ({ badge, collapsed, collapsible, items }: SidebarItem): boolean =>
      badge !== undefined || collapsed !== undefined || collapsible === false || items.some(isSet)
    return views.some(({ sidebars }) => Object.values(sidebars).flat().some(isSet))
  },
  social: ({ views }) => views.some(({ social }) => social),
  versions: ({ config }) => config.versions.length > 0,
  // Korean, and Chinese in traditional letters. The language of a locale is a tag that `Intl` knows.
  writing: ({ views }) =>
    views.some(({ lang }) => {
      const { language, script } = new Intl.Locale(lang).maximize()
      return language === 'ko' || (language === 'zh' && script === 'Hant')
    }),
} satisfies Record<string, (site: Uses) => unknown>

export type Addition = keyof typeof USES
export const ADDITIONS = Object.keys(USES) as Addition[]
/** Additions that also extend the script before the first paint. */
export const WITH_SCRIPT: readonly Addition[] = ['announcement', 'sidebar', 'versions']

export function additionsOf(site: Omit<Uses, 'views'> & Pick<Site, 'locales'>) {
  const views = Object.values(site.locales)
  const names = ADDITIONS.filter(name => USES[name]({ ...site, views }))
  const ids = new Set(views.flatMap(({ announcement }) => announcement?.id ?? []))
  const css = [...ids].map(id => `[data-dismissed="${id}"] .announcement{display:none}\n`).join('')
  const { base, versions } = site.config
  if (versions.length === 0) return { names, css }
  const { paths, current } = versionBase(site.config)
  const bases = [current, ...paths.map(path => current.slice(0, -1) + path)]
  return { names, css, js: `self.docsgenVersions=${JSON.stringify({ base, bases })};\n` }
}
