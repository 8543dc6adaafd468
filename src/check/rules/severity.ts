import type { Severity } from '../../schema/finding.ts'

export type RuleSeverity = Severity | 'off'

/** The severity of a rule: its own entry, else that of its family (`links/*`), else `*`, else the default. */
export function severityOf<T extends RuleSeverity>(
  rule: string,
  fallback: T,
  settings: Readonly<Record<string, RuleSeverity>>,
): RuleSeverity {
  const family = rule.slice(0, rule.indexOf('/') + 1) + '*'
  return settings[rule] ?? settings[family] ?? settings['*'] ?? fallback
}

/** Settings of the command line laid over those of the configuration: a family named later wins over its members. */
export function mergeSeverities(
  base: Readonly<Record<string, RuleSeverity>>,
  over: Readonly<Record<string, RuleSeverity>>,
): Record<string, RuleSeverity> {
  const families = Object.keys(over).filter(name => name.endsWith('*'))
  const kept = Object.entries(base).filter(
    ([name]) => !families.some(family => name.startsWith(family.slice(0, -1))),
  )
  return { ...Object.fromEntries(kept), ...over }
}

/** Every severity a rule can have, least serious first. */
export const severityNames = ['off', 'info', 'warning', 'error'] as const satisfies readonly RuleSeverity[]
