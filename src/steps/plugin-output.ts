import type { Plugin } from '../plugins/evaluate.ts'
import { siteFinding } from '../plugins/run.ts'
import type { Finding, Severity } from '../schema/finding.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Session } from '../cache/workers/session.ts'
import { callHooks } from './call-hooks.ts'
import { describeSite } from './describe-site.ts'
import type { JoinedSite } from './load.ts'

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

/** Further files of the output that plugins make, with the plugin of each. */
export async function makePluginFiles(
  session: Session,
  loaded: JoinedSite,
): Promise<{ files: (OutputFile & { plugin: string })[]; findings: Finding[] }> {
  const asked = loaded.plugins.filter(({ definition }) => definition.files).map(plugin => ({ plugin }))
  if (asked.length === 0) return { files: [], findings: [] }
  const answers = await callHooks(session, 'files', asked, describeSite(loaded))
  return {
    files: answers.flatMap(({ plugin, value = [] }) => value.map(file => ({ ...file, plugin }))),
    findings: answers.flatMap(({ findings }) => findings),
  }
}

/** A file of a plugin never takes the place of another, and none its. */
export function duplicateFile(plugin: string, file: string): Finding {
  const message = `The plugin \`${plugin}\` makes \`/${file}\`, which the site has already.`
  const hint = 'Have the plugin make the file under another path.'
  return { rule: 'plugins/duplicate-file', severity: 'error', message, hint }
}
