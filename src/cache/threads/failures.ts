import { templateFinding } from '../../bundle/own-templates.ts'
import { mapServer, type Theme } from '../../bundle/theme.ts'
import { failureFinding, type PluginSource } from '../../plugins/run.ts'
import type { Thrown } from '../../lib/site-code.ts'
import { plural } from '../../lib/text.ts'
import { type Finding, groupBy, type Place } from '../../schema/finding.ts'
import { OWN_COMPONENTS } from '../../schema/plugin.ts'
import type { Lost } from './pool.ts'

/** A page by its file, relative to the root, or something else by name. */
type Rendered = { file: string } | { name: string }

/** Without `on`, templates that couldn't be loaded. */
export interface RenderFailure {
  lost: Lost
  on?: Rendered
}

/** Reports a template that threw once: at its location, or, without a template in the stack, at the first page. */
export async function renderFindings(
  root: string,
  theme: Pick<Theme, 'modules' | 'added'>,
  failures: readonly RenderFailure[],
) {
  const findings: Finding[] = []
  const thrown: { error: Thrown; on: Rendered | undefined }[] = []
  for (const { lost, on } of failures) {
    const { reason, stack } = lost
    if (stack !== undefined) thrown.push({ error: { reason, stack }, on })
    else if (on) findings.push(...lostPage('render', on, lost))
  }
  if (thrown.length === 0) return findings
  const origin = await mapServer(root, theme)
  const findingOf = (error: Thrown, when: string, place?: Place) =>
    templateFinding(error, when, [root, origin], place)
  const groups = groupBy(thrown, ({ error }) => JSON.stringify(findingOf(error, '')))
  for (const [first, ...others] of groups.values()) {
    if (!first) continue
    const { error, on } = first
    if (!on) {
      findings.push(findingOf(error, 'while loading'))
      continue
    }
    const page = 'file' in on ? `\`${on.file}\`` : on.name
    const more = others.length > 0 ? ` and ${plural(others.length, 'other page')}` : ''
    findings.push(findingOf(error, `on ${page}${more}`, placeOf(on)))
  }
  return findings
}

function placeOf(on: Rendered) {
  return 'file' in on ? { file: on.file, line: 1, column: 1 } : undefined
}

/** Ids are written out, so that a text search finds them. */
const STEPS = {
  parse: {
    done: 'parsed',
    failed: 'markdown/failed',
    slow: 'markdown/too-slow',
    hint: 'Split the page, or look for thousands of unclosed brackets or markers. If the page looks harmless, please report a bug.',
  },
  render: {
    done: 'rendered',
    failed: 'templates/failed',
    slow: 'templates/too-slow',
    hint: 'Look for an infinite loop in your templates.',
  },
}

/** A page that wasn't tried has no finding: it would hide those of lost pages. */
export function lostPage(step: keyof typeof STEPS, on: Rendered, { lost, reason }: Lost): Finding[] {
  if (lost === 'untried') return []
  const { done, failed, slow, hint } = STEPS[step]
  const place = placeOf(on)
  const name = 'file' in on ? 'The page' : on.name.replace(/^t/, 'T')
  const message = `${name} couldn't be ${done}: ${reason}.`
  const finding: Finding = { rule: failed, severity: 'error', ...(place && { place }), message }
  return [lost === 'failed' ? finding : { ...finding, rule: slow, hint }]
}

/** Undefined if the page wasn't lost inside a hook. */
export function lostInHook(file: string, plugins: readonly PluginSource[], lost: Lost) {
  if (lost.plugin === undefined || lost.lost === 'untried') return undefined
  const source = plugins[lost.plugin - 1]
  // Custom components are handled like a plugin.
  if (!source || source.name === OWN_COMPONENTS) return lostPage('render', { file }, lost)
  return [lostFinding(source, `it ran on \`${file}\``, lost, placeOf({ file }))]
}

/** Located in the plugin if the stack names it, otherwise at `place`. */
export function lostFinding(source: PluginSource, when: string, lost: Lost, place?: Place) {
  const error = Object.assign(new Error(lost.reason), { stack: lost.stack ?? '' })
  const finding = failureFinding(source, when, error, place)
  return lost.lost === 'time' ? { ...finding, rule: 'plugins/too-slow' } : finding
}
