import type { SiteConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { Policy } from '../schema/security.ts'
import {
  headerText,
  joinPolicies,
  POLICY_HEADER,
  policyAllows,
  policyText,
  STRICT_POLICY,
  widenPolicy,
} from '../shared/policy.ts'
import type { Use } from './origins.ts'

export interface SitePolicy {
  /** What pages may load; undefined when the site wants no policy. */
  policy: Policy | undefined
  /** Directive → other origins that the site uses and the policy allows, sorted. */
  origins: Record<string, string[]>
  /** What the policy would block. */
  findings: Finding[]
}

/** A policy that one of the site's own files for hosts holds. */
export interface OwnPolicy {
  policy: Policy
  /** The addresses it is for; absent where that is the whole site. */
  pattern?: string
  place: Place
}

/** What may be allowed because a page uses it: none of it can run code of its own in the page. */
const DERIVED = new Set(['img-src', 'media-src', 'frame-src'])

/**
 * The policy of a site (specification 23): strict, what the configuration and the site's own files for hosts name, and –
 * unless it is to stay strict – the origins that content uses for images, media and frames. What else content uses is
 * blocked, and reported.
 */
export function derivePolicy(
  config: SiteConfig,
  uses: readonly Use[],
  own: readonly OwnPolicy[] = [],
): SitePolicy {
  const { policy: kind, allow } = config.security
  if (kind === false) return { policy: undefined, origins: {}, findings: [] }
  const given = Object.entries(allow).reduce(
    (policy: Policy, [directive, sources]) => widenPolicy(policy, directive, sources ?? []),
    own
      .filter(({ pattern }) => pattern === undefined)
      .reduce((policy, { policy: further }) => joinPolicies(policy, further), STRICT_POLICY),
  )
  const wanted = uses.filter(use => isAllowed(use, config) && !policyAllows(given, use.directive, use.url))
  const policy = toSources(wanted).reduce(
    (wider, [directive, sources]) => widenPolicy(wider, directive, sources),
    given,
  )
  const blocked = uses.filter(({ directive, url }) => !policyAllows(policy, directive, url))
  const foreign = uses.filter(use => !use.source.startsWith("'") && !blocked.includes(use))
  return {
    policy,
    origins: Object.fromEntries(toSources(foreign)),
    findings: [...report(blocked, kind), ...reportNarrow(own, policy), ...reportLong(policy)],
  }
}

/** The longest line that Cloudflare Pages reads in `_headers`, in characters. */
const LONGEST_LINE = 2000

function reportLong(policy: Policy): Finding[] {
  const { length } = `  ${POLICY_HEADER}: ${headerText(policy)}`
  if (length <= LONGEST_LINE) return []
  return [
    {
      rule: 'security/long-policy',
      severity: 'warning',
      message: `The policy makes a line of ${length} characters in \`_headers\`; Cloudflare Pages leaves out lines of more than ${LONGEST_LINE}, and sends none.`,
      hint: 'Keep copies of what comes from many origins in the site, or allow a whole scheme, such as `https:`, in `security.allow`. On other hosts, set `check.rules` to `off` for this rule.',
    },
  ]
}

/** Hosts enforce a policy for some addresses beside the one for all: what only the first allows stays blocked. */
function reportNarrow(own: readonly OwnPolicy[], policy: Policy): Finding[] {
  return own.flatMap(({ policy: narrow, pattern, place }): Finding[] => {
    if (pattern === undefined || policyText(joinPolicies(policy, narrow)) === policyText(policy)) return []
    const message = `The policy for \`${pattern}\` allows more than that of the whole site, and hosts enforce both.`
    const hint = 'Allow it for the whole site with `security.allow`, or set `security.policy: false`.'
    return [{ rule: 'security/blocked', severity: 'warning', place, message, hint }]
  })
}

/** Named on purpose, harmless, or of the site itself, which answers elsewhere while it is written. */
function isAllowed({ directive, source, named }: Use, { url, security }: SiteConfig): boolean {
  return named || source === url || (security.policy === 'derived' && DERIVED.has(directive))
}

/** Directive → sources, both sorted. */
function toSources(uses: readonly Use[]): [directive: string, sources: string[]][] {
  const found = new Map<string, Set<string>>()
  for (const { directive, source } of uses)
    found.set(directive, (found.get(directive) ?? new Set<string>()).add(source))
  return [...found]
    .map(([directive, sources]): [string, string[]] => [directive, [...sources].toSorted()])
    .toSorted()
}

/** One finding for each place, however many pages include it. */
function report(blocked: readonly Use[], kind: 'derived' | 'strict'): Finding[] {
  const findings = new Map<string, Finding>()
  for (const { directive, source, url, place } of blocked) {
    const finding: Finding = {
      rule: 'security/blocked',
      severity: kind === 'strict' ? 'error' : 'warning',
      ...(place ? { place } : {}),
      message: `The policy keeps browsers from loading \`${url}\` (\`${directive}\`).`,
      hint: `Keep a copy in the site, or allow it: \`security.allow: { '${directive}': ["${source}"] }\`.`,
    }
    findings.set(JSON.stringify([place, url]), finding)
  }
  return [...findings.values()]
}
