/** Findings about pages that were lost, and about templates and plugins that failed. */
import { templateFinding } from '../../bundle/own-templates.ts'
import { mapServer, type Theme } from '../../bundle/theme.ts'
import { failureFinding, type PluginSource } from '../../plugins/run.ts'
import type { Finding, Place } from '../../schema/finding.ts'
import { OWN_COMPONENTS } from '../../schema/plugin.ts'
import type { Lost } from './pool.ts'

/** The item that was parsed or rendered: a page's file, relative to the root, or a name. */
type Rendered = { file: string } | { name: string }

/** A page that could not be rendered; without `on`, templates that could not be loaded. */
export interface RenderFailure {
  lost: Lost
  on?: Rendered
}

/**
 * Findings about pages that could not be rendered. A template that threw is reported once, at its location, even if it fails on many pages. If the
 * stack contains no template, the error is reported at the first of these pages.
 */
export async function renderFindings(
  root: string,
  theme: Pick<Theme, 'modules' | 'added'>,
  failures: readonly RenderFailure[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  const thrown = new Map<string, { when(more: string): Finding; count: number; on: Rendered | undefined }>()
  let findOrigin: Awaited<ReturnType<typeof mapServer>> | undefined
  for (const { lost, on } of failures) {
    const { reason, stack } = lost
    if (stack === undefined) {
      if (on) findings.push(...lostPage('render', on, lost))
      continue
    }
    const origin = (findOrigin ??= await mapServer(root, theme))
    const when = (text: string) => templateFinding({ reason, stack }, text, [root, origin], on && placeOf(on))
    const key = JSON.stringify(templateFinding({ reason, stack }, '', [root, origin]))
    const known = thrown.get(key)
    if (known) known.count += 1
    else thrown.set(key, { when, count: 0, on })
  }
  for (const { when, count, on } of thrown.values()) {
    const page = on && ('file' in on ? `\`${on.file}\`` : on.name)
    const more = count > 0 ? ` and ${count} other ${count > 1 ? 'pages' : 'page'}` : ''
    findings.push(when(page === undefined ? 'while loading' : `on ${page}${more}`))
  }
  return findings
}

function placeOf(on: Rendered): Place | undefined {
  return 'file' in on ? { file: on.file, line: 1, column: 1 } : undefined
}

/** The ids of rules are written out, so that a text search finds them. */
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

/** Returns the finding of a lost page. A page that wasn't tried, because many others were lost before, has none: it would hide theirs. */
export function lostPage(step: keyof typeof STEPS, on: Rendered, { lost, reason }: Lost): Finding[] {
  if (lost === 'untried') return []
  const { done, failed, slow, hint } = STEPS[step]
  const place = placeOf(on)
  const name = 'file' in on ? 'The page' : on.name.replace(/^t/, 'T')
  return [
    {
      rule: lost === 'failed' ? failed : slow,
      severity: 'error',
      ...(place && { place }),
      message: `${name} couldn't be ${done}: ${reason}.`,
      ...(lost !== 'failed' && { hint }),
    },
  ]
}

/** Returns the findings of a page that was lost inside a hook of a plugin; undefined if it was in none. */
export function lostInHook(
  file: string,
  plugins: readonly PluginSource[],
  lost: Lost,
): Finding[] | undefined {
  if (lost.plugin === undefined || lost.lost === 'untried') return undefined
  const source = plugins[lost.plugin - 1]
  // Custom components are handled like a plugin.
  if (!source || source.name === OWN_COMPONENTS) return lostPage('render', { file }, lost)
  return [lostFinding(source, `it ran on \`${file}\``, lost, placeOf({ file }))]
}

/** Returns the finding of a hook that was lost, located in the plugin if the stack names it, otherwise at `place`. */
export function lostFinding(
  source: PluginSource,
  when: string,
  { lost, reason, stack = '' }: Lost,
  place?: Place,
): Finding {
  const finding = failureFinding(source, when, Object.assign(new Error(reason), { stack }), place)
  return lost === 'time' ? { ...finding, rule: 'plugins/too-slow' } : finding
}
