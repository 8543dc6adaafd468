/** Public API: what `site.config.ts` and a site's own templates import from `docsgen`. */
import type { UserConfig } from './schema/config.ts'

export type { UserConfig } from './schema/config.ts'
export type { Finding } from './schema/finding.ts'
export type { PageFrontmatter } from './schema/frontmatter.ts'
export type { Header, PageRecord } from './schema/page.ts'
export type { Strings } from './schema/strings.ts'
export type {
  LanguageLink,
  LocaleView,
  NavItem,
  NavLink,
  PageView,
  SearchView,
  SidebarItem,
} from './schema/view.ts'
export type { LayoutProps } from './shared/page-app.tsx'

/** Returns the configuration as it is; gives editors its type. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}
