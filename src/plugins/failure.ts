import { bundleName } from '../lib/evaluate-bundle.ts'
import { mappedBy, placesIn, readThrown } from '../lib/stack.ts'
import type { Finding, Place, Severity } from '../schema/finding.ts'
import type { SiteProblem } from '../schema/plugin-site.ts'
import type { PluginSource } from './evaluate.ts'
import { sitePath } from '../lib/posix-path.ts'

/** What is thrown where something that was given to a plugin is changed. */
const FROZEN = /read only|not extensible|Cannot (?:delete|redefine|assign to)/

/**
 * The finding of a plugin that threw, at its own place, or at `place` where its stack knows none. `when`: `` `page` ran on
 * `content/a.md` ``.
 */
export function failureFinding(source: PluginSource, when: string, error: unknown, place?: Place): Finding {
  const { reason, stack } = readThrown(error)
  const own = originOf(source, stack) ?? place
  const hint = FROZEN.test(reason) ? { hint: 'What a plugin is given is not its own: change a copy.' } : {}
  return {
    rule: 'plugins/failed',
    severity: 'error',
    ...(own ? { place: own } : {}),
    message: `The plugin \`${source.name}\` failed when ${when}: ${reason.replace(/\.?$/, '.')}`,
    ...hint,
  }
}

/** The finding of a plugin that returned what it must not. */
export function resultFinding({ name }: PluginSource, hook: string, problem: string, place?: Place): Finding {
  const message = `The plugin \`${name}\` returned something else than \`${hook}\` should: ${problem}.`
  return { rule: 'plugins/result', severity: 'error', ...(place ? { place } : {}), message }
}

/** The finding of a problem that a plugin itself found in the site. */
export function siteFinding(problem: SiteProblem, rule: string, severity: Severity): Finding {
  const { message, hint, file, line = 1, column = 1 } = problem
  const place = file === undefined ? {} : { place: { file, line, column } }
  return { rule, severity, ...place, message, ...(hint ? { hint } : {}) }
}

/** The innermost call in a file of the site, else in any file that the bundle was made from. */
export function originOf(
  { hash, map, root }: Pick<PluginSource, 'hash' | 'map' | 'root'>,
  stack: string,
): Place | undefined {
  const findOrigin = mappedBy(map, root)
  const inBundle = placesIn(stack).filter(({ file }) => file === bundleName(hash))
  const origins = inBundle.flatMap(place => findOrigin(place) ?? [])
  const origin = origins.find(({ file }) => !/[\\/]node_modules[\\/]/.test(file)) ?? origins[0]
  return origin && { ...origin, file: sitePath(root, origin.file) }
}

/** Thrown where a page cannot be made because of a plugin. */
export class PluginFailure extends Error {
  readonly finding: Finding

  constructor(finding: Finding) {
    super(finding.message)
    this.finding = finding
  }
}
