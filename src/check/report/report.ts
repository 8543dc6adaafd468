import type { Dashboard, Coverage, Translation } from '../../schema/translation.ts'
import type { Finding } from '../../schema/finding.ts'
import type { Site } from '../../schema/site.ts'

/** What a run of `docsgen check` found out: the input of every format. */
export interface Report {
  /** Sorted. */
  findings: Finding[]
  /** Findings that the baseline already knows and that are left out of `findings`. */
  known: number
  translations: Translation[]
  /** In menu order. */
  coverage: Coverage[]
  /** Title of the site; empty when it has none. */
  title: string
  /** Locale path → name for people. */
  labels: Record<string, string>
  /** Source file → locale path of its page. */
  locales: ReadonlyMap<string, string>
  /** Number of pages of the site. */
  pages: number
  /** Rules that can report: id → what it reports. */
  rules: Record<string, string>
  /** Version of docsgen. */
  version: string
  /** Site's folder as code hosts see it, relative to where the check runs: empty or `docs/`. */
  folder: string
}

export interface FormatContext {
  /** Text of a site-relative file, for code frames; undefined when it cannot be read. */
  readFile(file: string): string | undefined
  color: boolean
  /** Prints every finding, however many there are. */
  all?: boolean
  /** For the formats that show it. */
  dashboard?: Dashboard | undefined
}

interface ReportInput {
  site: Site
  /** Sorted. */
  findings: Finding[]
  known: number
  translations: Translation[]
  coverage: Coverage[]
  /** Id and description of every rule. */
  rules: readonly { id: string; description: string }[]
  version: string
  folder: string
}

/** Collects what the formats show. */
export function createReport({ site, rules, ...rest }: ReportInput): Report {
  const labels = Object.values(site.locales).map(({ path, label }) => [path, label])
  return {
    ...rest,
    title: site.locales['/']?.title ?? site.config.title,
    labels: Object.fromEntries(labels),
    locales: new Map(site.pages.map(({ file, locale }) => [file, locale])),
    pages: site.pages.length,
    rules: Object.fromEntries(rules.map(({ id, description }) => [id, description])),
  }
}
