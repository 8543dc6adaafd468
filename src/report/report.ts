import type { Finding } from '../schema/finding.ts'
import type { Coverage, Translation } from '../schema/translation.ts'
import { formatGithub } from './github.ts'
import { formatHtml } from './html.ts'
import { formatJson } from './json.ts'
import { formatJunit } from './junit.ts'
import { formatMarkdown } from './markdown.ts'
import { formatPretty } from './pretty.ts'
import { formatSarif } from './sarif.ts'

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
}

/** The formats of `--format`, in the order they are documented. */
export const formats = {
  pretty: formatPretty,
  json: formatJson,
  github: formatGithub,
  sarif: formatSarif,
  junit: formatJunit,
  markdown: formatMarkdown,
  html: formatHtml,
} satisfies Record<string, (report: Report, context: FormatContext) => string>

export type Format = keyof typeof formats

/** True for a name that `--format` knows. */
export function isFormat(name: string): name is Format {
  return Object.hasOwn(formats, name)
}

/** The report as text, ending in a line break. */
export function formatReport(report: Report, format: Format, context: FormatContext): string {
  return formats[format](report, context)
}
