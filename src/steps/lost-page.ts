import type { PluginSource } from '../plugins/evaluate.ts'
import { failureFinding, hookOf } from '../plugins/run.ts'
import type { Lost } from '../cache/workers/pool.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { OWN_COMPONENTS } from '../schema/site-components.ts'

const PARSE_HINT =
  'Split the page, or look for thousands of marks that are opened and never closed. If it looks harmless, please report it.'
const RENDER_HINT =
  'Look for a loop without an end in the templates of this site; they may go on by the page.'

/** Whole ids, so that a search for one finds it. */
const RULES = {
  scan: { failed: 'markdown/failed', slow: 'markdown/too-slow' },
  parse: { failed: 'markdown/failed', slow: 'markdown/too-slow' },
  render: { failed: 'templates/failed', slow: 'templates/too-slow' },
}

/** What was parsed or rendered: a page's file, relative to the root, or what it is called. */
export type Rendered = { file: string } | { name: string }

/**
 * A page that ran out of time (R-PATH-2), or that ended its thread: named, with what to do. Nothing is said of
 * pages that were not tried after many such: they would hide those.
 */
export function lostPage(step: keyof typeof RULES, on: Rendered, { lost, reason }: Lost): Finding[] {
  if (lost === 'untried') return []
  const place = 'file' in on ? { place: { file: on.file, line: 1, column: 1 } } : {}
  const name = 'file' in on ? 'The page' : on.name.replace(/^t/, 'T')
  const done = { scan: 'read', parse: 'parsed', render: 'rendered' }
  const rule = RULES[step][lost === 'failed' ? 'failed' : 'slow']
  const message = `${name} could not be ${done[step]}: ${reason}.`
  const hint = { scan: PARSE_HINT, parse: PARSE_HINT, render: RENDER_HINT }[step]
  return [{ rule, severity: 'error', ...place, message, ...(lost === 'failed' ? {} : { hint }) }]
}

/** The same for a page that was in a hook of a plugin then; undefined where it was in none. */
export function lostInHook(
  { file }: { file: string },
  plugins: readonly PluginSource[],
  { lost, reason, hook: number, stack }: Lost,
): Finding[] | undefined {
  if (number === undefined || lost === 'untried') return undefined
  const { index, hook } = hookOf(number)
  const source = plugins[index]
  // Components of the site take the way of a plugin.
  if (!source || source.name === OWN_COMPONENTS) return lostPage('render', { file }, { lost, reason })
  const place = { file, line: 1, column: 1 }
  return [lostFinding(source, `\`${hook}\` ran on \`${file}\``, { lost, reason, stack }, place)]
}

/** The finding of a plugin that ended its thread, or took too long: at its own place where its stack knows one, else at `place`. */
export function lostFinding(
  source: PluginSource,
  when: string,
  { lost, reason, stack = '' }: Pick<Lost, 'lost' | 'reason'> & { stack?: string | undefined },
  place?: Place,
): Finding {
  const finding = failureFinding(source, when, Object.assign(new Error(reason), { stack }), place)
  return lost === 'time' ? { ...finding, rule: 'plugins/too-slow' } : finding
}
