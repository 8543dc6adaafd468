import { isWebAddress, safeDecode } from '../shared/addresses.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import { claimKey, findReserved } from './duplicates.ts'
import type { PageLookup } from './page-lookup.ts'
import type { WrittenRedirect } from './redirects.ts'

export interface RedirectContext {
  lookup: PageLookup
  pages: readonly PageSummary[]
  /** Names in the public folder. */
  publicFiles: readonly string[]
  /** The address of a path in an old version of the site, whose pages are not known here; undefined for any other. */
  versionAddress(path: string): string | undefined
}

type Problem = Pick<Finding, 'rule' | 'message' | 'hint'> & { severity?: Finding['severity'] }

/** Errors of the redirects (H-RED-1, R-ROUTE-1): their sources are free, their targets pages. */
export function checkRedirects(written: readonly WrittenRedirect[], context: RedirectContext): Finding[] {
  if (written.length === 0) return []
  const used = claimAddresses(context)
  const targets = new Map<string, WrittenRedirect>()
  for (const redirect of written)
    if (redirect.from !== redirect.to && !targets.has(redirect.from)) targets.set(redirect.from, redirect)
  return written.flatMap((redirect): Finding[] => {
    const first = targets.get(redirect.from) ?? redirect
    const problem =
      checkSource(redirect, used) ??
      (first === redirect ? checkTarget(redirect, targets, context) : checkDouble(redirect, first))
    if (!problem) return []
    const { place } = redirect
    return [{ severity: 'error', ...problem, ...(place ? { place } : {}) }]
  })
}

/** What stands at an address: a page, or a file of the public folder. */
interface Claim {
  /** Decoded. */
  path: string
  who: string
}

/** Claims by what hosts do not tell apart: letter case, `/a`, `/a/`, `/a.html`. */
function claimAddresses({ pages, publicFiles }: RedirectContext): Map<string, Claim> {
  const claims = new Map<string, Claim>()
  const claim = (path: string, who: string) => claims.set(formKey(path), { path, who })
  for (const name of publicFiles) claim(`/${name}`, `the public file \`${name}\``)
  for (const { record, file } of pages) claim(safeDecode(record.path), `the page \`${file}\``)
  return claims
}

/** The same for all forms of an address that hosts do not tell apart. */
export function formKey(path: string): string {
  return claimKey(path).replace(/\.html$/, '')
}

function checkSource(redirect: WrittenRedirect, used: ReadonlyMap<string, Claim>): Problem | undefined {
  const from = safeDecode(redirect.from)
  if (/\*./.test(from)) {
    return {
      rule: 'redirects/source',
      message: `The redirect from \`${from}\` has a \`*\` before its end.`,
      hint: 'Hosts know `*` as the last character only: end the source there, or write each address.',
    }
  }
  const reserved = findReserved(from)
  if (reserved !== undefined) {
    return {
      rule: 'redirects/source',
      message: `The redirect from \`${from}\` takes the place of ${reserved === from ? 'a file' : `\`${reserved}\``} that the build writes itself.`,
      hint: 'Take it out, or give it a source that is an old address of a page.',
    }
  }
  const claim = from.endsWith('*') ? findBelow(from.slice(0, -1), used) : used.get(formKey(from))
  // Where a permalink moved a page from, its file says so itself.
  if (!claim || (redirect.source === 'route' && claim.path !== from)) return undefined
  if (claim.path === from || from.endsWith('*')) {
    return {
      rule: 'redirects/shadow',
      message: `The redirect from \`${from}\` hides ${claim.who}.`,
      hint: 'Remove one of them.',
    }
  }
  // Some hosts do as the redirect says.
  return {
    rule: 'redirects/shadow',
    severity: 'warning',
    message: `The redirect from \`${from}\` starts at another form of \`${claim.path}\`: many hosts show ${claim.who} there.`,
    hint: 'Take it out: readers of other forms of an address are led to its page anyway.',
  }
}

/** What a source that ends in `*` would hide. */
function findBelow(prefix: string, used: ReadonlyMap<string, Claim>): Claim | undefined {
  return [...used.values()].find(({ path }) => path.startsWith(prefix))
}

function checkDouble(redirect: WrittenRedirect, first: WrittenRedirect): Problem | undefined {
  if (redirect.to === first.to) return undefined
  return {
    rule: 'redirects/duplicate',
    message: `Two redirects start at \`${redirect.from}\`: one leads to \`${first.to}\`, this one to \`${redirect.to}\`.`,
    hint: first.place
      ? `Remove one of them; the other one is in ${first.place.file}:${first.place.line}.`
      : 'Remove one of them.',
  }
}

function checkTarget(
  { from, to }: WrittenRedirect,
  targets: ReadonlyMap<string, WrittenRedirect>,
  { lookup, pages, versionAddress }: RedirectContext,
): Problem | undefined {
  if (isWebAddress(to)) return undefined
  const path = to.split(/[?#]/)[0] ?? ''
  if (versionAddress(safeDecode(path)) !== undefined) return undefined
  if (targets.has(path)) {
    return {
      rule: isLoop(from, targets) ? 'redirects/loop' : 'redirects/chain',
      message: `The redirect from \`${from}\` leads to another redirect, \`${path}\`.`,
      hint: 'Point it at the final address.',
    }
  }
  const target = safeDecode(path)
  const [before = '', splat] = target.split(':splat')
  // Which pages a wildcard leads to, requests say.
  const isWild = from.endsWith('*') && splat !== undefined
  if (isWild ? pages.some(({ record }) => safeDecode(record.path).startsWith(before)) : lookup.exact(target))
    return undefined
  const draft = isWild ? undefined : lookup.draft(target)
  return {
    rule: 'redirects/target',
    message: `The redirect from \`${from}\` leads to \`${path}\`, which is ${draft ? `a draft (\`${draft.file}\`)` : 'no page'}.`,
    hint: draft ? 'Publish that page, or take the redirect out.' : 'Correct the target.',
  }
}

function isLoop(from: string, targets: ReadonlyMap<string, WrittenRedirect>): boolean {
  const seen = new Set<string>()
  for (let path: string | undefined = from; path !== undefined; path = targets.get(path)?.to) {
    if (seen.has(path)) return true
    seen.add(path)
  }
  return false
}
