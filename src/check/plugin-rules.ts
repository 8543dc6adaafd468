import type { Plugin } from '../plugins/run.ts'
import { siteFinding } from '../plugins/hooks.ts'
import type { Finding } from '../schema/finding.ts'
import type { Session } from '../cache/workers/session.ts'
import { callHooks } from '../cache/workers/plugin-hooks.ts'
import { describeSite, type JoinedSite } from '../load.ts'
import { type RuleSeverity, severityOf } from './rules/rule.ts'

/** The rules of plugins, in the order of the configuration. */
export function pluginRules(plugins: readonly Plugin[]) {
  return plugins.flatMap(plugin =>
    Object.entries(plugin.definition.checks ?? {}).map(([rule, { severity = 'warning', description }]) => {
      return { plugin, rule, id: `${plugin.definition.name}/${rule}`, severity, description }
    }),
  )
}

/** What rules of plugins find, of those whose severity by `settings` is active. */
export async function runPluginRules(
  session: Session,
  loaded: JoinedSite,
  settings: Readonly<Record<string, RuleSeverity>>,
  isActive: (severity: RuleSeverity) => boolean,
): Promise<Finding[]> {
  const active = pluginRules(loaded.plugins).filter(({ id, severity }) =>
    isActive(severityOf(id, severity, settings)),
  )
  if (active.length === 0) return []
  const severities = new Map(active.map(({ id, severity }) => [id, severity]))
  const answers = await callHooks(
    session,
    'checks',
    active.map(({ plugin, rule }) => ({ plugin, rule })),
    describeSite(loaded),
  )
  return answers.flatMap(({ plugin, rule, value = [], findings }) => {
    const id = `${plugin}/${rule}`
    const severity = severities.get(id) ?? 'warning'
    return [
      ...findings,
      ...value.map(problem => siteFinding(problem, id, severity === 'off' ? 'warning' : severity)),
    ]
  })
}
