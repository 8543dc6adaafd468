/** Findings about pages that were lost, and about templates and plugins that failed. */
import { templateFinding } from '../../bundle/own-templates.ts'
import { mapServer, type Theme } from '../../bundle/theme.ts'
import type { Thrown } from '../../lib/site-code.ts'
import { failureFinding, hookOf, type PluginSource } from '../../plugins/run.ts'
import type { Finding, Place } from '../../schema/finding.ts'
import { OWN_COMPONENTS } from '../../schema/plugin.ts'
import type { Lost } from './pool.ts'

/** What was parsed or rendered: a page's file, relative to the root, or what it is called. */
export type Rendered = { file: string } | { name: string }

/** A page that could not be rendered. */
export interface RenderFailure {
  lost: Lost
  on: Rendered
}

/** Findings about pages that could not be rendered: templates that threw, at their own places, and what else there was. */
export async function renderFindings(
  root: string,
  theme: Pick<Theme, 'modules' | 'added'>,
  failures: readonly RenderFailure[],
): Promise<Finding[]> {
  const others = failures.filter(({ lost }) => lost.stack === undefined)
  const thrown = failures.flatMap(({ lost: { reason, stack }, on }) =>
    stack === undefined ? [] : [{ thrown: { reason, stack }, on }],
  )
  return [
    ...others.flatMap(({ lost, on }) => lostPage('render', on, lost)),
    ...(await templateFindings(root, theme, thrown)),
  ]
}

/**
 * Findings about templates that threw, on a page or as soon as they were loaded: each at the template's own place, however many
 * pages it is met on; where no template is in the stack, at the first of these pages.
 */
export async function templateFindings(
  root: string,
  theme: Pick<Theme, 'modules' | 'added'>,
  failures: readonly { thrown: Thrown; on?: Rendered }[],
): Promise<Finding[]> {
  if (failures.length === 0) return []
  const findOrigin = await mapServer(root, theme)
  const groups = new Map<string, typeof failures>()
  for (const failure of failures) {
    const key = JSON.stringify(templateFinding(failure.thrown, '', [root, findOrigin]))
    groups.set(key, [...(groups.get(key) ?? []), failure])
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { thrown, on } = first
    const page = on && ('file' in on ? `\`${on.file}\`` : on.name)
    const count = others.length
    const more = count > 0 ? ` and ${count} other ${count > 1 ? 'pages' : 'page'}` : ''
    const when = page === undefined ? 'as soon as it was loaded' : `on ${page}${more}`
    return templateFinding(thrown, when, [root, findOrigin], on && placeOf(on))
  })
}

function placeOf(on: Rendered): Place | undefined {
  return 'file' in on ? { file: on.file, line: 1, column: 1 } : undefined
}

const PARSE_HINT =
  'Split the page, or look for thousands of marks that are opened and never closed. If it looks harmless, please report it.'
const RENDER_HINT =
  'Look for a loop without an end in the templates of this site; they may go on by the page.'

/** Whole ids, so that a search for one finds it. */
const STEPS = {
  parse: { done: 'parsed', failed: 'markdown/failed', slow: 'markdown/too-slow', hint: PARSE_HINT },
  render: { done: 'rendered', failed: 'templates/failed', slow: 'templates/too-slow', hint: RENDER_HINT },
}

/**
 * A page that ran out of time, or that ended its thread: named, with what to do. Nothing is said of
 * pages that were not tried after many such: they would hide those.
 */
export function lostPage(step: keyof typeof STEPS, on: Rendered, { lost, reason }: Lost): Finding[] {
  if (lost === 'untried') return []
  const { done, failed, slow, hint } = STEPS[step]
  const place = placeOf(on)
  const name = 'file' in on ? 'The page' : on.name.replace(/^t/, 'T')
  return [
    {
      rule: lost === 'failed' ? failed : slow,
      severity: 'error',
      ...(place ? { place } : {}),
      message: `${name} could not be ${done}: ${reason}.`,
      ...(lost === 'failed' ? {} : { hint }),
    },
  ]
}

/** The same for a page that was in a hook of a plugin then; undefined where it was in none. */
export function lostInHook(
  file: string,
  plugins: readonly PluginSource[],
  lost: Lost,
): Finding[] | undefined {
  if (lost.hook === undefined || lost.lost === 'untried') return undefined
  const { index, hook } = hookOf(lost.hook)
  const source = plugins[index]
  // Components of the site take the way of a plugin.
  if (!source || source.name === OWN_COMPONENTS) return lostPage('render', { file }, lost)
  return [lostFinding(source, `\`${hook}\` ran on \`${file}\``, lost, placeOf({ file }))]
}

/** The finding of a plugin that ended its thread, or took too long: at its own place where its stack knows one, else at `place`. */
export function lostFinding(
  source: PluginSource,
  when: string,
  { lost, reason, stack = '' }: Lost,
  place?: Place,
): Finding {
  const finding = failureFinding(source, when, Object.assign(new Error(reason), { stack }), place)
  return lost === 'time' ? { ...finding, rule: 'plugins/too-slow' } : finding
}
