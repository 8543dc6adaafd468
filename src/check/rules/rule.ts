import type { Finding } from '../../schema/finding.ts'
import type { ReadableSite } from '../../schema/site.ts'

export type Problem = Omit<Finding, 'rule' | 'severity'>

/** Finders by rule id. They work in turns (`lib/process.ts`) if there can be tens of thousands of problems. */
export type Finders = Readonly<Record<string, (site: ReadableSite) => Problem[] | Promise<Problem[]>>>

/** For problems of a whole page. */
export function startOf({ file }: { file: string }) {
  return { file, line: 1, column: 1 }
}

/** `` `a`, `b` and 3 more``: at most five names. */
export function listNames<Name = string>(
  names: readonly Name[],
  write = (name: Name) => `\`${String(name)}\``,
) {
  const shown = names.slice(0, 5).map(write)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** A text for a message, at most 60 characters. */
export function shorten(text: string) {
  const characters = [...text]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text
}

/** Least serious first. */
export const severityNames = ['off', 'info', 'warning', 'error'] as const
export type RuleSeverity = (typeof severityNames)[number]
type Severities = Readonly<Record<string, RuleSeverity>>

/** Looks for the rule's own entry, its family (`links/*`), then `*`. */
export function severityOf(rule: string, fallback: RuleSeverity, settings: Severities) {
  const family = rule.slice(0, rule.indexOf('/') + 1) + '*'
  return settings[rule] ?? settings[family] ?? settings['*'] ?? fallback
}

/** A family on the command line wins over its members in the configuration. */
export function mergeSeverities(base: Severities, over: Severities) {
  const families = Object.keys(over).filter(name => name.endsWith('*'))
  const isLeft = ([name]: [string, unknown]) => !families.some(family => name.startsWith(family.slice(0, -1)))
  return { ...Object.fromEntries(Object.entries(base).filter(isLeft)), ...over }
}
