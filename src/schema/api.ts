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

/** Told what is done, and the milliseconds that it took: `('parse', 120)`. */
export type Progress = (stage: string, time: number) => void

export interface BuildOptions extends SiteOptions {
  /** Path that the site is served under, in place of that of the configuration. */
  base?: string | undefined
  /** Output folder, relative to the root, in place of that of the configuration. */
  outDir?: string | undefined
  /** Also writes a ZIP, relative to the root, that opens from any folder; true for one beside the output. */
  zip?: string | true | undefined
  /** False to start from nothing and keep nothing. */
  cache?: boolean | undefined
  /** Warnings are errors. */
  strict?: boolean | undefined
  /** False to build although links, anchors or files are broken, as `check.build: 'warn'` does. */
  strictLinks?: boolean | undefined
  /** Writes compressed copies of files: `.br`, `.gz`, and `.zst` where Node.js can. */
  compress?: boolean | undefined
  /** Makes one of several shares of the pages for the shared cache, `2/8`, and writes no output. */
  shard?: string | undefined
  /** Folder to share pages through, relative to the root, in place of the server of the configuration. */
  cacheDir?: string | undefined
  /** Breaks the lock of another computer. */
  forceUnlock?: boolean | undefined
  /** Leaves out old versions that cannot be read. */
  skipBrokenVersions?: boolean | undefined
  /** Told of every stage that is done. */
  progress?: Progress | undefined
}

/** What came of a shared cache, in pages. */
export interface SharedSummary {
  parsed: { taken: number; made: number }
  rendered: { taken: number; made: number }
  /** Files of pages that were put there. */
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
  /** Absent where no cache is shared. */
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
  /** Locales as paths, codes or languages; all by default. */
  locales?: readonly string[] | undefined
  /** By default `pretty`, or `github` where `GITHUB_ACTIONS` is `true`. */
  format?: string | undefined
  /** File for the report, relative to `cwd`; without it the report is returned. */
  output?: string | undefined
  /** `id=severity`, in order. */
  rules?: readonly string[] | undefined
  /** More warnings than this make the check fail. */
  maxWarnings?: number | undefined
  /** `ja=80`, in order. */
  minCoverage?: readonly string[] | undefined
  /** File of known problems, relative to `cwd`; true for the default name. */
  baseline?: string | boolean | undefined
  /** Writes the problems there are now to the baseline. */
  updateBaseline?: boolean | undefined
  /** Gives the work list of this locale, or of `all`, instead of findings. */
  todo?: string | undefined
  /** A branch, tag or commit: only what was changed since has to do with the findings. */
  since?: string | undefined
  /** A list of addresses or a site map, relative to `cwd`: those that the site would lose are errors. */
  urls?: string | undefined
  /** A list of queries, each with the pages that answer it, relative to `cwd`: those that the search does not find are errors. */
  search?: string | undefined
  /** Records in every translation which source it was made from. */
  stamp?: boolean | undefined
  /** With `stamp`: asks the history of the repository which source that was, of translations without a stamp. */
  fromGit?: boolean | undefined
  /** Repairs what can be repaired without knowing the language. */
  fix?: boolean | undefined
  /** Source files or page paths to report on, stamp or fix; all by default. With `stamp`, only what was stamped is reported. */
  pages?: readonly string[] | undefined
  /** Colors in the report. */
  color?: boolean | undefined
  /** Gives every finding in the report, however many there are. */
  verbose?: boolean | undefined
  /** Working folder; that of the process by default. */
  cwd?: string | undefined
  /** Variables of the environment; none by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface CheckResult {
  exitCode: ExitCode
  /** Findings that decide the exit code, sorted. */
  findings: Finding[]
  /** The report; empty where it went to a file, or where the check could not be made. */
  output: string
  notes: string[]
  /** The report has the findings. */
  reported: boolean
}

/** What `docsgen routes --json` prints: what answers to readers, below the base of the site. */
export interface RouteList {
  site: { title: string; description: string; base: string; url?: string }
  locales: Record<string, { lang: string; label: string; title: string; description: string }>
  pages: PageRecord[]
  routes: Route[]
  redirects: Redirect[]
  /** The same of old versions, by path; absent for a site without versions. */
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
  /** Ends it: texts of pages cannot be read any more. */
  close(): Promise<void>
}

/** What came of loading the site of a development server. */
export interface DevUpdate {
  findings: Finding[]
  /** False where errors keep the site from being loaded: what was loaded before is still served. */
  isLoaded: boolean
  /** Number of pages that are served; absent as long as the site cannot be read. */
  pages?: number
  /** Changed files, relative to the root; empty for the first load, `*` for all. */
  changed: readonly string[]
  time: number
}

export interface DevOptions extends SiteOptions {
  /** Path that the site is served under, in place of that of the configuration. */
  base?: string | undefined
  /** 5173 by default; 0 for any. */
  port?: number | undefined
  /** Fails instead of trying the next port. */
  strictPort?: boolean | undefined
  /** This machine only by default; `true`: all addresses; a name: that address. */
  host?: string | true | undefined
  /** Milliseconds after which files are looked at, where the file system doesn't report changes. */
  poll?: number | undefined
  /** Called after every load of the site, the first included. */
  loaded?: ((update: DevUpdate) => void) | undefined
  /** Called with what goes wrong while a page is shown. */
  problem?: ((finding: Finding) => void) | undefined
  /** Called with a bug of docsgen; the server goes on. */
  failed?: ((error: unknown) => void) | undefined
}

export interface DevServer {
  port: number
  /** Settles when the site has been loaded for the first time. */
  ready: Promise<void>
  /** Settles when the server has been closed. */
  closed: Promise<void>
  /** Addresses with the base of the site, the local one first. */
  addresses(): string[]
  /** Loads everything again. */
  rebuild(): Promise<void>
  close(): Promise<void>
}
