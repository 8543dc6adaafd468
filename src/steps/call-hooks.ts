import type { Plugin, PluginSource } from '../plugins/evaluate.ts'
import type { HookCall, HookResult, SiteHooks } from '../plugins/hooks.ts'
import type { HookSetup } from '../cache/workers/job-types.ts'
import type { Lost } from '../cache/workers/pool.ts'
import { lostFinding } from './lost-page.ts'
import type { Session } from '../cache/workers/session.ts'

/** What came of a hook of a plugin. */
export interface HookAnswer<Hook extends keyof SiteHooks> extends HookResult {
  value?: SiteHooks[Hook]
  plugin: string
  rule?: string | undefined
}

/** A hook of one plugin, or one of its rules. */
interface Asked {
  plugin: Plugin
  rule?: string
}

/** Calls a hook of several plugins, one after the other. */
export async function callHooks<Hook extends keyof SiteHooks>(
  session: Session,
  hook: Hook,
  asked: readonly Asked[],
  setup: HookSetup,
): Promise<HookAnswer<Hook>[]> {
  const calls = asked.map(({ plugin: { source }, ...rest }): HookCall => ({ hook, source, ...rest }))
  const results = await session.map('hook', setup, calls)
  return calls.map(({ source, rule }, index) => {
    const name = rule === undefined ? hook : `${hook}.${rule}`
    const { value, watch, findings } = resultOf(results[index], source, name)
    return {
      plugin: source.name,
      rule,
      watch,
      findings,
      ...(value ? { value: value as SiteHooks[Hook] } : {}),
    }
  })
}

/** Result of a call; the finding of one that failed. */
function resultOf(result: HookResult | Lost | undefined, source: PluginSource, hook: string): HookResult {
  if (result && !('lost' in result)) return result
  const lost = result ?? ({ lost: 'failed', reason: 'it was not called' } as const)
  return { watch: [], findings: [lostFinding(source, `\`${hook}\` ran`, lost)] }
}
