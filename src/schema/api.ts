/** Options and results of the programming interface: all of it is data. */
import type { Finding } from './finding.ts'
import type { PageRecord } from './page.ts'
import type { PluginSite } from './plugin.ts'
import type { Redirect, Route } from './site.ts'

export interface SiteOptions {
  /** Folder of the site; relative to the working folder. */
  root: string
  /** Configuration file, relative to the root; `site.config.ts` by default. */
  config?: string | undefined
}

/** 0 fine, 1 errors in the content, 2 in the configuration, 3 another process has the output. */
export type ExitCode = 0 | 1 | 2 | 3

/** Called with a stage that is done and the milliseconds that it took: `('parse', 120)`. */
export type Progress = (stage: string, time: number) => void

export interface BuildOptions extends SiteOptions {
  /** Base path of the site; overrides `base` of the configuration. */
  base?: string | undefined
  /** Output folder, relative to the root; overrides `outDir` of the configuration. */
  outDir?: string | undefined
  /** Also writes a ZIP that opens from any folder: its path relative to the root, or `true` for one next to the output. */
  zip?: string | true | undefined
  /** `false` builds without the cache and keeps nothing. */
  cache?: boolean | undefined
  /** Treats warnings as errors. */
  strict?: boolean | undefined
  /** `false` builds despite broken links, anchors or files, like `check.build: 'warn'`. */
  strictLinks?: boolean | undefined
  /** Also writes compressed copies of files: `.br`, `.gz`, and `.zst` where Node.js supports it. */
  compress?: boolean | undefined
  /** Builds one share of the pages for the shared cache, such as `2/8`, and writes no output. */
  shard?: string | undefined
  /** Folder of the shared cache, relative to the root; overrides `cache.remote` of the configuration. */
  cacheDir?: string | undefined
  /** Breaks a lock that another computer holds. */
  forceUnlock?: boolean | undefined
  /** Skips old versions that can't be read. */
  skipBrokenVersions?: boolean | undefined
  /** Called after each stage with its name and the milliseconds that it took. */
  progress?: Progress | undefined
}

export interface SharedSummary {
  parsed: { taken: number; made: number }
  rendered: { taken: number; made: number }
  stored: number
}

export interface BuildSummary {
  pages: Record<string, number>
  drafts: number
  bytes: Record<string, number>
  files: number
  /** Directive of the policy → other origins that pages load from. */
  origins: Record<string, string[]>
  times: Record<string, number>
  total: number
  shared?: SharedSummary
}

export interface BuildResult {
  exitCode: ExitCode
  findings: Finding[]
  /** Absolute output folder and what is in it; absent where the previous output was left as it was. */
  outDir?: string
  archive?: string
  summary?: BuildSummary
  shard?: SharedSummary
}

export interface CheckOptions extends SiteOptions {
  /** Locales to check, as paths, codes or languages; all by default. */
  locales?: readonly string[] | undefined
  /** Format of the report; `pretty` by default, or `github` where `GITHUB_ACTIONS` is `true`. */
  format?: string | undefined
  /** File for the report, relative to `cwd`; without it the report is returned. */
  output?: string | undefined
  /** Severities of rules, each as `id=severity`, applied in order. */
  rules?: readonly string[] | undefined
  /** Fails when there are more warnings than this. */
  maxWarnings?: number | undefined
  /** Minimum coverage of locales, such as `ja=80`, applied in order. */
  minCoverage?: readonly string[] | undefined
  /** File of known problems, relative to `cwd`; `true` for the default name. */
  baseline?: string | boolean | undefined
  /** Writes the current problems to the baseline. */
  updateBaseline?: boolean | undefined
  /** Returns the work list of this locale, or of `all`, instead of findings. */
  todo?: string | undefined
  /** A branch, tag or commit: only reports findings about what has changed since. */
  since?: string | undefined
  /** A list of addresses or a sitemap, relative to `cwd`: addresses that the site would lose are errors. */
  urls?: string | undefined
  /** A list of queries with the pages that answer them, relative to `cwd`: pages that the search doesn't find are errors. */
  search?: string | undefined
  /** Records in every translation which source it was made from. */
  stamp?: boolean | undefined
  /** With `stamp`: finds the source of translations without a stamp in the Git history. */
  fromGit?: boolean | undefined
  /** Fixes what can be fixed without knowing the language. */
  fix?: boolean | undefined
  /** Source files or page paths to report on, stamp or fix; all by default. With `stamp`, only what was stamped is reported. */
  pages?: readonly string[] | undefined
  /** Uses colors in the report. */
  color?: boolean | undefined
  /** Lists every finding in the report, however many there are. */
  verbose?: boolean | undefined
  /** Working folder; that of the process by default. */
  cwd?: string | undefined
  /** Environment variables; none by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface CheckResult {
  exitCode: ExitCode
  /** Findings that decide the exit code, sorted. */
  findings: Finding[]
  /** The report; empty where it went to a file, or where the check could not be made. */
  output: string
  notes: string[]
  /** True when the report lists the findings. */
  reported: boolean
}

/** What `docsgen routes --json` prints; addresses are below the base of the site. */
export interface RouteList {
  site: { title: string; description: string; base: string; url?: string }
  locales: Record<string, { lang: string; label: string; title: string; description: string }>
  pages: PageRecord[]
  routes: Route[]
  redirects: Redirect[]
  /** Of old versions, by path; absent for a site without any. */
  versions?: Record<string, Pick<RouteList, 'pages' | 'routes' | 'redirects'> & { id: string }>
}

export interface RoutesResult {
  exitCode: ExitCode
  findings: Finding[]
  list?: RouteList
}

export interface LoadResult {
  exitCode: ExitCode
  findings: Finding[]
  site?: PluginSite
  /** Afterwards, texts of pages can't be read any more. */
  close(): Promise<void>
}

export interface DevUpdate {
  findings: Finding[]
  /** False when errors keep the site from loading: what was loaded before is still served. */
  isLoaded: boolean
  /** Number of pages that are served; absent until the site has been read. */
  pages?: number
  /** Changed files, relative to the root; empty for the first load, `*` for all. */
  changed: readonly string[]
  time: number
}

export interface DevOptions extends SiteOptions {
  /** Base path of the site; overrides `base` of the configuration. */
  base?: string | undefined
  /** Port to listen on; 5173 by default, 0 for any free one. */
  port?: number | undefined
  /** Fails instead of trying the next port. */
  strictPort?: boolean | undefined
  /** Address to listen on: only this machine by default, `true` for all addresses. */
  host?: string | true | undefined
  /** Polling interval in milliseconds, for file systems that don't report changes. */
  poll?: number | undefined
  /** Called after each load of the site, including the first. */
  loaded?: ((update: DevUpdate) => void) | undefined
  /** Called with each problem that occurs while a page is shown. */
  problem?: ((finding: Finding) => void) | undefined
  /** Called with a bug of docsgen; the server goes on. */
  failed?: ((error: unknown) => void) | undefined
}

export interface DevServer {
  port: number
  /** Settles after the first load of the site. */
  ready: Promise<void>
  closed: Promise<void>
  /** Addresses with the base of the site, the local one first. */
  addresses(): string[]
  rebuild(): Promise<void>
  close(): Promise<void>
}
