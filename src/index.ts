/** Public API: what `site.config.ts` and a site's own templates import from `docsgen`. */
import type { UserConfig } from './schema/config.ts'
import type { PluginDefinition } from './schema/plugin.ts'

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
export type {
  FenceContext,
  FenceResult,
  HtmlTree,
  MarkdownHooks,
  PageText,
  PluginDefinition,
  PluginProblem,
  TreePlugin,
} from './schema/plugin.ts'
export type { PluginContext } from './schema/plugin-context.ts'
export type {
  GeneratedPage,
  PagesContext,
  PluginFile,
  PluginHeadTag,
  PluginPage,
  PluginRule,
  PluginSite,
  SiteProblem,
} from './schema/plugin-site.ts'
export type { Json } from './schema/json.ts'
export type { LayoutProps } from './shared/page-app.tsx'

/** Returns the configuration as it is; gives editors its type. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}

/**
 * Returns a plugin as it is; gives editors its type. A plugin is the default export of a module that `plugins` of the
 * configuration names.
 */
export function definePlugin<Options = Record<string, never>>(
  plugin: PluginDefinition<Options>,
): PluginDefinition<Options> {
  return plugin
}
