/** Public API, imported by `site.config.ts`, templates, plugins, programs and the command line. */
import path from 'node:path'
import { build as runBuild } from './build.ts'
import { readableSite } from './cache/threads/stored-page.ts'
import { openSession, withSession } from './cache/threads/session.ts'
import { runCheck } from './check/check.ts'
import { describeSite, loadSite as load } from './load.ts'
import * as api from './schema/api.ts'
import type { UserConfig } from './schema/config.ts'
import type { PluginDefinition } from './schema/plugin.ts'
import type { Site } from './schema/site.ts'
import { hasError } from './schema/finding.ts'
import { createRoutes, formerAddresses } from './site/redirects.ts'
import { loadVersions } from './versions.ts'

export type * from './schema/api.ts'
export type { UserConfig } from './schema/config.ts'
export type { Finding } from './schema/finding.ts'
export type { Json, PageFrontmatter } from './schema/frontmatter.ts'
export type { Header, PageRecord } from './schema/page.ts'
export type { FenceContext, FenceResult, HtmlTree, MarkdownHooks, TreePlugin } from './schema/plugin.ts'
export type { GeneratedPage, MarkdownComponentProps, PagesContext, PageText } from './schema/plugin.ts'
export type { PluginContext, PluginDefinition, PluginFile, PluginHeadTag } from './schema/plugin.ts'
export type { PluginPage, PluginProblem, PluginRule, PluginSite, SiteProblem } from './schema/plugin.ts'
export type { TranslatedStrings as Strings } from './schema/strings.ts'
export type { LanguageLink, NavItem, NavLink, SidebarItem } from './schema/view.ts'
export type { LocaleView, PageView, SearchView } from './schema/view.ts'
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

// The types of `build` and `dev` are written out, so that declarations of the package name nothing internal.
/**
 * Builds a site, as `docsgen build` does: on any error the previous output stays as it was. Nothing is printed, and the
 * process goes on; what is wrong is in `findings`.
 */
export const build: (options: api.BuildOptions) => Promise<api.BuildResult> = runBuild

/** Serves a site while it is written, as `docsgen dev` does, until it is closed; `busy` is a port that is taken. */
export async function dev(options: api.DevOptions): Promise<api.DevServer | { busy: number }> {
  // Builds start faster without the server.
  const { startDev } = await import('./server/dev/dev.ts')
  return startDev(options)
}

/**
 * Checks translations, links and content, as `docsgen check` does. `output` is the report in the wanted format. Sources are
 * edited only where `fix` or `stamp` ask for it.
 */
export async function check({ root, ...options }: api.CheckOptions): Promise<api.CheckResult> {
  const { report, ...result } = await runCheck({ ...options, root: path.resolve(root) })
  return { ...result, reported: report !== undefined }
}

/** Reads a site: published pages with their texts, as plugins are given them. Call `close` when you are done with it. */
export async function loadSite({ root, config }: api.SiteOptions): Promise<api.LoadResult> {
  const session = await openSession({ root: path.resolve(root) })
  const close = () => session.close()
  try {
    const { loaded, findings, usage } = await load(session, { file: config })
    if (!loaded) return { exitCode: usage ? 2 : 1, findings, close }
    const { site } = describeSite(loaded)
    const exitCode = hasError(findings) ? 1 : 0
    return { exitCode, findings, close, ...(site ? { site: readableSite(site) } : {}) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Lists pages, routes and redirects of a site and of its old versions, as `docsgen routes` does. */
export async function routes({ root, config: file }: api.SiteOptions): Promise<api.RoutesResult> {
  const addressesOf = (site: Site) => ({
    pages: site.pages.map(page => page.record),
    routes: createRoutes([...site.pages, ...site.fallbacks], [...site.redirects, ...formerAddresses(site)]),
    redirects: site.redirects,
  })
  return withSession({ root: path.resolve(root) }, async session => {
    const { loaded, findings, usage } = await load(session, { file })
    if (!loaded) return { exitCode: usage ? 2 : 1, findings }
    const { config, locales } = loaded.site
    const { title, description, base, url, versions } = config
    const languages = Object.values(locales).map(({ path: locale, lang, label, title, description }) => {
      return [locale, { lang, label, title, description }] as const
    })
    const list: api.RouteList = {
      site: { title, description, base, ...(url ? { url } : {}) },
      locales: Object.fromEntries(languages),
      ...addressesOf(loaded.site),
    }
    const old = await loadVersions(session, loaded, { configFile: file })
    const listed = old.versions.map(({ version: { path, id }, loaded }) => {
      return [path, { id, ...addressesOf(loaded.site) }] as const
    })
    if (versions.length > 0) list.versions = Object.fromEntries(listed)
    const all = [...findings, ...old.findings]
    return { exitCode: old.usage ? 2 : hasError(all) ? 1 : 0, findings: all, list }
  })
}
