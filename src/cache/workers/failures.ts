/** Findings about pages that were lost, and about templates and plugins that failed. */
import path from 'node:path'
import { mapServer, type Theme } from '../../bundle/theme.ts'
import { describeThrown, type FindOrigin, placesIn, type Thrown } from '../../lib/errors.ts'
import { packageRoot } from '../../lib/package.ts'
import { sitePath } from '../../lib/paths.ts'
import { failureFinding, hookOf, type PluginSource } from '../../plugins/run.ts'
import type { Finding, Place } from '../../schema/finding.ts'
import { OWN_COMPONENTS } from '../../schema/site-components.ts'
import type { Lost } from './pool.ts'
import type { Session } from './session.ts'

/** A template that threw. */
interface TemplateFailure {
  thrown: Thrown
  /** Undefined while the theme was loaded. */
  on?: Rendered | undefined
}

/** A page that could not be rendered. */
export interface RenderFailure {
  lost: Lost
  on: Rendered
}

/** Findings about pages that could not be rendered: templates that threw, at their own places, and what else there was. */
export async function renderFindings(
  session: Pick<Session, 'root' | 'cacheDir'>,
  theme: Pick<Theme, 'modules' | 'added'>,
  failures: readonly RenderFailure[],
): Promise<Finding[]> {
  const others = failures.filter(({ lost }) => lost.stack === undefined)
  const thrown = failures.flatMap(({ lost: { reason, stack }, on }) =>
    stack === undefined ? [] : [{ thrown: { reason, stack }, on }],
  )
  return [
    ...others.flatMap(({ lost, on }) => lostPage('render', on, lost)),
    ...(await templateFindings(session, theme, thrown)),
  ]
}

/**
 * Findings about templates that threw, each at the template's own place, however many pages it is met on; where no
 * template is in the stack, at the first of these pages.
 */
export async function templateFindings(
  session: Pick<Session, 'root' | 'cacheDir'>,
  theme: Pick<Theme, 'modules' | 'added'>,
  failures: readonly TemplateFailure[],
): Promise<Finding[]> {
  if (failures.length === 0) return []
  const findOrigin = await mapServer(session, theme)
  const places = failures.map(({ thrown }) => placeOf(thrown, session.root, findOrigin))
  const groups = new Map<string, TemplateFailure[]>()
  for (const [index, failure] of failures.entries()) {
    const key = JSON.stringify([places[index], failure.thrown.reason])
    groups.set(key, [...(groups.get(key) ?? []), failure])
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [toFinding(first, others.length, places[failures.indexOf(first)])] : [],
  )
}

/** The module that renders pages with the templates, which is none of them. */
const ENTRY = /(?:^|[\\/])templates[\\/]server\.tsx$/

/** The innermost call in a template of the site, else in one of docsgen. */
function placeOf({ stack }: Thrown, root: string, findOrigin: FindOrigin): Place | undefined {
  const origins = placesIn(stack).flatMap(place => findOrigin(place) ?? [])
  const isIn = (folder: string) => (origin: Place) =>
    !/(?:^|[\\/])(?:\.\.|node_modules)[\\/]/.test(path.relative(folder, origin.file))
  const templates = origins.filter(origin => !ENTRY.test(origin.file))
  const origin = templates.find(isIn(root)) ?? templates.find(isIn(packageRoot))
  return origin && { ...origin, file: sitePath(root, origin.file) }
}

function toFinding({ thrown, on }: TemplateFailure, others: number, place: Place | undefined): Finding {
  const { message: what, hint } = describeThrown(thrown.reason)
  const where = place ?? (on && 'file' in on ? { file: on.file, line: 1, column: 1 } : undefined)
  return {
    rule: 'templates/failed',
    severity: 'error',
    message: `A template failed ${onPages(on, others)}: ${what}`,
    ...(where ? { place: where } : {}),
    ...(hint === undefined ? {} : { hint }),
  }
}

/** ``on `content/a.md` and 3 other pages``. */
function onPages(on: TemplateFailure['on'], others: number): string {
  if (!on) return 'as soon as it was loaded'
  const page = 'file' in on ? `\`${on.file}\`` : on.name
  return `on ${page}${others > 0 ? ` and ${others} other ${others > 1 ? 'pages' : 'page'}` : ''}`
}

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
 * A page that ran out of time, or that ended its thread: named, with what to do. Nothing is said of
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
