import type { Plugin } from '../plugins/run.ts'
import { siteFinding } from '../plugins/hooks.ts'
import type { Finding, Severity } from '../schema/finding.ts'
import type { Session } from '../cache/workers/session.ts'
import { callHooks } from '../cache/workers/plugin-hooks.ts'
import { describeSite, type JoinedSite } from '../load.ts'

/** A rule of a plugin, without what it does. */
export interface AddedRule {
  id: string
  severity: Severity | 'off'
  description: string
}

/** The rules of plugins, in the order of the configuration. */
export function addedRules(plugins: readonly Plugin[]): AddedRule[] {
  return plugins.flatMap(({ definition: { name, checks = {} } }) =>
    Object.entries(checks).map(([rule, { severity = 'warning', description }]) => {
      return { id: `${name}/${rule}`, severity, description }
    }),
  )
}

/** What those rules of plugins find that `isActive` is true for. */
export async function runAddedRules(
  session: Session,
  loaded: JoinedSite,
  isActive: (rule: AddedRule) => boolean,
): Promise<Finding[]> {
  const severities = new Map(
    addedRules(loaded.plugins)
      .filter(isActive)
      .map(({ id, severity }) => [id, severity]),
  )
  if (severities.size === 0) return []
  const asked = loaded.plugins.flatMap(plugin =>
    Object.keys(plugin.definition.checks ?? {})
      .filter(rule => severities.has(`${plugin.definition.name}/${rule}`))
      .map(rule => ({ plugin, rule })),
  )
  const answers = await callHooks(session, 'checks', asked, describeSite(loaded))
  return answers.flatMap(({ plugin, rule, value = [], findings }) => {
    const id = `${plugin}/${rule}`
    const severity = severities.get(id)
    const found = value.map(problem =>
      siteFinding(problem, id, severity === 'off' ? 'warning' : (severity ?? 'warning')),
    )
    return [...findings, ...found]
  })
}
