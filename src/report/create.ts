import type { Finding } from '../schema/finding.ts'
import type { Site } from '../schema/site.ts'
import type { Coverage, Translation } from '../schema/translation.ts'
import type { Report } from './report.ts'

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
    pages: site.pages.length,
    rules: Object.fromEntries(rules.map(({ id, description }) => [id, description])),
  }
}
