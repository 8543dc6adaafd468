/** Public API: what `site.config.ts`, templates, plugins and programs import from `docsgen`. Programs load what they call. */
import type {
  BuildOptions,
  BuildResult,
  CheckOptions,
  CheckResult,
  DevOptions,
  DevServer,
  LoadResult,
  RoutesResult,
  SiteOptions,
} from './schema/api.ts'
import type { UserConfig } from './schema/config.ts'
import type { PluginDefinition } from './schema/plugin.ts'

export type {
  BuildOptions,
  BuildResult,
  BuildSummary,
  CheckOptions,
  CheckResult,
  DevOptions,
  DevServer,
  DevUpdate,
  ExitCode,
  LoadResult,
  Progress,
  RouteList,
  RoutesResult,
  SharedSummary,
  SiteOptions,
} from './schema/api.ts'

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
export type { MarkdownComponentProps } from './schema/site-components.ts'
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

/**
 * Builds a site, as `docsgen build` does: on any error the previous output stays as it was. Nothing is printed, and the
 * process goes on; what is wrong is in `findings`.
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { buildSite } = await import('./api/programs.ts')
  return buildSite(options)
}

/** Checks translations, links and content, as `docsgen check` does. `output` is the report in the wanted format. */
export async function check(options: CheckOptions): Promise<CheckResult> {
  const { checkSite } = await import('./api/programs.ts')
  return checkSite(options)
}

/** Reads a site: published pages with their texts, as plugins are given them. To be closed when it is done with. */
export async function loadSite(options: SiteOptions): Promise<LoadResult> {
  const { readSite } = await import('./api/programs.ts')
  return readSite(options)
}

/** Lists pages, routes and redirects, as `docsgen routes` does. */
export async function routes(options: SiteOptions): Promise<RoutesResult> {
  const { listSiteRoutes } = await import('./api/programs.ts')
  return listSiteRoutes(options)
}

/** Serves a site while it is written, as `docsgen dev` does, until it is closed; `busy` is a port that is taken. */
export async function dev(options: DevOptions): Promise<DevServer | { busy: number }> {
  const { serveSite } = await import('./api/programs.ts')
  return serveSite(options)
}
