import path from 'node:path'
import { mapServer, type Theme } from '../bundle/theme.ts'
import { packageRoot } from '../lib/package.ts'
import { type FindOrigin, placesIn, type Thrown, describeThrown } from '../lib/errors.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { Lost } from '../cache/workers/pool.ts'
import type { Session } from '../cache/workers/session.ts'
import { lostPage, type Rendered } from './parse.ts'
import { sitePath } from '../lib/paths.ts'

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
