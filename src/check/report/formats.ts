import { formatGithub } from './github.ts'
import { formatHtml } from './html.ts'
import { formatJson } from './json.ts'
import { formatJunit } from './junit.ts'
import { formatMarkdown } from './markdown.ts'
import { formatPretty } from './pretty.ts'
import { formatSarif } from './sarif.ts'
import type { FormatContext, Report } from './report.ts'

/** The formats of `--format`, in the order they are documented. */
export const formats = {
  pretty: formatPretty,
  json: formatJson,
  github: formatGithub,
  sarif: formatSarif,
  junit: formatJunit,
  markdown: formatMarkdown,
  html: formatHtml,
} satisfies Record<string, (report: Report, context: FormatContext) => string | Promise<string>>

export type Format = keyof typeof formats

/** True for a name that `--format` knows. */
export function isFormat(name: string): name is Format {
  return Object.hasOwn(formats, name)
}
