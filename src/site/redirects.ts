import { normalize } from 'node:path/posix'
import { isWebAddress } from '../addresses/scheme.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Redirect, Route } from '../schema/site.ts'
import { encodePath } from '../addresses/encode-path.ts'
import type { PageLookup } from './page-lookup.ts'
import { safeDecode } from '../addresses/safe-decode.ts'

/** Every redirect of the site, sorted: from the configuration, from frontmatter, and permalinks (B16). */
export function createRedirects(config: SiteConfig, pages: readonly PageSummary[]): Redirect[] {
  const redirects = new Map<string, Redirect>()
  const add = (from: string, to: string, source: Redirect['source']) => {
    // No address lies above the root: `..` ends there, as in a browser.
    const path = encodePath(normalize('/' + safeDecode(from).replaceAll('\\', '/')))
    if (path !== to && !redirects.has(path)) redirects.set(path, { from: path, to, source })
  }
  for (const [from, to] of Object.entries(config.redirects)) add(from, to, 'config')
  for (const { record } of pages) {
    for (const from of record.frontmatter.redirectFrom ?? []) add(from, record.path, 'frontmatter')
    if (record.regularPath !== record.path) add(record.regularPath, record.path, 'route')
  }
  return [...redirects.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** The route table (B16): pages, `index.html` forms, redirects, and the catch-all; pages sorted by path. */
export function createRoutes(pages: readonly PageSummary[], redirects: readonly Redirect[]): Route[] {
  const routes = pages.flatMap(({ record: { path } }): Route[] =>
    path.endsWith('/')
      ? [
          { path, page: path },
          { path: `${path}index.html`, redirect: path },
        ]
      : [{ path, page: path }],
  )
  return [...routes, ...redirects.map(({ from, to }) => ({ path: from, redirect: to })), { path: '*' }]
}

/** Errors of the redirect table: a loop, a chain, a missing target, a source that is a page (H-RED-1, R-ROUTE-1). */
export function checkRedirects(redirects: readonly Redirect[], lookup: PageLookup): Finding[] {
  const targets = new Map(redirects.map(redirect => [redirect.from, redirect.to]))
  return redirects.flatMap(({ from, to }): Finding[] => {
    const problem = (rule: string, message: string, hint: string): Finding[] => [
      { rule, severity: 'error', message, hint },
    ]
    if (lookup.exact(safeDecode(from))) {
      return problem(
        'redirects/shadow',
        `The redirect from \`${from}\` hides the page at that address.`,
        'Remove one of them.',
      )
    }
    if (isWebAddress(to)) return []
    const path = to.split(/[?#]/)[0] ?? ''
    if (targets.has(path)) {
      const rule = isLoop(from, targets) ? 'redirects/loop' : 'redirects/chain'
      return problem(
        rule,
        `The redirect from \`${from}\` leads to another redirect, \`${path}\`.`,
        'Point it at the final address.',
      )
    }
    const draft = lookup.draft(safeDecode(path))
    if (draft) {
      return problem(
        'redirects/target',
        `The redirect from \`${from}\` leads to \`${path}\`, which is a draft (\`${draft.file}\`).`,
        'Publish that page, or take the redirect out.',
      )
    }
    if (!lookup.exact(safeDecode(path))) {
      return problem(
        'redirects/target',
        `The redirect from \`${from}\` leads to \`${path}\`, which is no page.`,
        'Correct the target.',
      )
    }
    return []
  })
}

function isLoop(from: string, targets: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>()
  for (let path: string | undefined = from; path !== undefined; path = targets.get(path)) {
    if (seen.has(path)) return true
    seen.add(path)
  }
  return false
}
