/** The programming interface. Options are described in `docs/reference/api.json`, from which editors get their texts. */
import type { Finding } from './finding.ts'
import type { PageRecord } from './page.ts'
import type { PluginSite } from './plugin.ts'
import type { Redirect, Route } from './site.ts'

export interface SiteOptions {
  root: string
  config?: string | undefined
}

/** 0 fine, 1 errors in the content, 2 in the configuration, 3 another process has the output. */
export type ExitCode = 0 | 1 | 2 | 3

/** Called after a stage, with its milliseconds: `('parse', 120)`. */
export type Progress = (stage: string, time: number) => void

export interface BuildOptions extends SiteOptions {
  base?: string | undefined
  outDir?: string | undefined
  zip?: string | true | undefined
  cache?: boolean | undefined
  strict?: boolean | undefined
  strictLinks?: boolean | undefined
  compress?: boolean | undefined
  shard?: string | undefined
  cacheDir?: string | undefined
  forceUnlock?: boolean | undefined
  skipBrokenVersions?: boolean | undefined
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
  /** Directive of the policy → other origins. */
  origins: Record<string, string[]>
  times: Record<string, number>
  total: number
  shared?: SharedSummary
}

export interface BuildResult {
  exitCode: ExitCode
  findings: Finding[]
  /** Absolute; absent where the previous output was left as it was. */
  outDir?: string
  archive?: string
  summary?: BuildSummary
  shard?: SharedSummary
}

export interface CheckOptions extends SiteOptions {
  locales?: readonly string[] | undefined
  format?: string | undefined
  output?: string | undefined
  rules?: readonly string[] | undefined
  maxWarnings?: number | undefined
  minCoverage?: readonly string[] | undefined
  baseline?: string | boolean | undefined
  updateBaseline?: boolean | undefined
  todo?: string | undefined
  since?: string | undefined
  urls?: string | undefined
  search?: string | undefined
  stamp?: boolean | undefined
  fromGit?: boolean | undefined
  fix?: boolean | undefined
  pages?: readonly string[] | undefined
  color?: boolean | undefined
  verbose?: boolean | undefined
  cwd?: string | undefined
  env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface CheckResult {
  exitCode: ExitCode
  /** Findings that decide the exit code, sorted. */
  findings: Finding[]
  /** Empty where it went to a file, or where the check could not be made. */
  output: string
  notes: string[]
  /** Whether the output lists the findings. */
  reported: boolean
}

/** Output of `docsgen routes --json`; addresses are without base. */
export interface RouteList {
  site: { title: string; description: string; base: string; url?: string }
  locales: Record<string, { lang: string; label: string; title: string; description: string }>
  pages: PageRecord[]
  routes: Route[]
  redirects: Redirect[]
  /** Old versions by path. */
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
  /** False when errors keep the site from loading: the previous one is still served. */
  isLoaded: boolean
  /** Absent until the site has been read. */
  pages?: number
  /** Changed files, relative to the root; empty for the first load, `*` for all. */
  changed: readonly string[]
  time: number
}

export interface DevOptions extends SiteOptions {
  base?: string | undefined
  port?: number | undefined
  strictPort?: boolean | undefined
  host?: string | true | undefined
  poll?: number | undefined
  loaded?: ((update: DevUpdate) => void) | undefined
  problem?: ((finding: Finding) => void) | undefined
  failed?: ((error: unknown) => void) | undefined
}

export interface DevServer {
  port: number
  /** Settles after the first load. */
  ready: Promise<void>
  closed: Promise<void>
  /** With base, the local one first. */
  addresses(): string[]
  rebuild(): Promise<void>
  close(): Promise<void>
}
