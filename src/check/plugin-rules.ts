import type { Plugin } from '../plugins/run.ts'
import { siteFinding } from '../plugins/hooks.ts'
import type { Finding } from '../schema/finding.ts'
import type { Session } from '../cache/workers/session.ts'
import { callHooks } from '../cache/workers/plugin-hooks.ts'
import { describeSite, type JoinedSite } from '../load.ts'
import type { Rule } from './rules/rule.ts'

/** A rule of a plugin, without what it does. */
export type PluginRule = Omit<Rule, 'run'>

/** The rules of plugins, in the order of the configuration. */
export function pluginRules(plugins: readonly Plugin[]): PluginRule[] {
  return plugins.flatMap(({ definition: { name, checks = {} } }) =>
    Object.entries(checks).map(([rule, { severity = 'warning', description }]) => {
      return { id: `${name}/${rule}`, severity, description }
    }),
  )
}

/** What those rules of plugins find that `isActive` is true for. */
export async function runPluginRules(
  session: Session,
  loaded: JoinedSite,
  isActive: (rule: PluginRule) => boolean,
): Promise<Finding[]> {
  const active = new Map(
    pluginRules(loaded.plugins)
      .filter(isActive)
      .map(({ id, severity }) => [id, severity === 'off' ? 'warning' : severity]),
  )
  if (active.size === 0) return []
  const asked = loaded.plugins.flatMap(plugin =>
    Object.keys(plugin.definition.checks ?? {})
      .filter(rule => active.has(`${plugin.definition.name}/${rule}`))
      .map(rule => ({ plugin, rule })),
  )
  const answers = await callHooks(session, 'checks', asked, describeSite(loaded))
  return answers.flatMap(({ plugin, rule, value = [], findings }) => {
    const id = `${plugin}/${rule}`
    return [...findings, ...value.map(problem => siteFinding(problem, id, active.get(id) ?? 'warning'))]
  })
}
