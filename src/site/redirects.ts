import { normalize } from 'node:path/posix'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { PageRecord, PageSummary } from '../schema/page.ts'
import type { Redirect, Route, Site } from '../schema/site.ts'
import {
  type AddressForm,
  documentPath,
  encodePath,
  inForm,
  isWebAddress,
  safeDecode,
} from '../shared/addresses.ts'
import { HOST_FILES } from '../shared/public-files.ts'
import type { AssetMap } from './assets.ts'
import type { LocateKey } from './file-addresses.ts'
import type { PageLookup } from './links.ts'

/** A redirect as it is written, with its place. */
interface WrittenRedirect extends Redirect {
  place: Place | undefined
}

/** Every redirect of the site, sorted: from the configuration, from frontmatter, and permalinks. */
export function createRedirects(written: readonly WrittenRedirect[]): Redirect[] {
  const redirects = new Map<string, Redirect>()
  for (const { from, to, source } of written)
    if (from !== to && !redirects.has(from)) redirects.set(from, { from, to, source })
  return [...redirects.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** The redirects as they are written, doubled ones too; of those with one source the first counts. */
export function collectRedirects(
  config: SiteConfig,
  pages: readonly PageSummary[],
  locate: LocateKey,
): WrittenRedirect[] {
  const present = new Map(
    pages
      .filter(({ record }) => isReformed(record, config.urls))
      .map(({ record }) => [record.regularPath, record.path]),
  )
  return [
    ...Object.entries(config.redirects).map(([from, to]) =>
      written(from, inPresentForm(to, present), 'config', locate(['redirects', from])),
    ),
    ...pages.flatMap(({ record, keyPlaces, file }) => {
      const place = keyPlaces['redirectFrom'] ?? { file, line: 1, column: 1 }
      const sources = record.frontmatter.redirectFrom ?? []
      return [
        ...sources.map(from => written(from, record.path, 'frontmatter', place)),
        ...(record.regularPath === record.path || isReformed(record, config.urls)
          ? []
          : [written(record.regularPath, record.path, 'route', keyPlaces['permalink'])]),
      ]
    }),
  ]
}

/** A target written as the address that the file of a page gives it. */
function inPresentForm(to: string, present: ReadonlyMap<string, string>): string {
  return to.replace(/^[^?#]*/, path => present.get(path) ?? path)
}

function written(
  from: string,
  to: string,
  source: Redirect['source'],
  place: Place | undefined,
): WrittenRedirect {
  // No address lies above the root: `..` ends there, as in a browser.
  return { from: encodePath(normalize('/' + safeDecode(from).replaceAll('\\', '/'))), to, source, place }
}

/** The route table: pages, `index.html` forms, redirects, and the catch-all; pages sorted by path. */
export function createRoutes(
  pages: readonly PageSummary[],
  redirects: readonly Pick<Redirect, 'from' | 'to'>[],
): Route[] {
  const sorted = pages.toSorted((a, b) => (a.record.path < b.record.path ? -1 : 1))
  const routes = sorted.flatMap(({ record: { path }, original }): Route[] => {
    const route = { path, page: original?.record.path ?? path }
    return path.endsWith('/') ? [route, { path: `${path}index.html`, redirect: path }] : [route]
  })
  return [...routes, ...redirects.map(({ from, to }) => ({ path: from, redirect: to })), { path: '*' }]
}

interface RedirectContext {
  lookup: PageLookup
  pages: readonly PageSummary[]
  /** Names in the public folder. */
  publicFiles: readonly string[]
  /** The address of a path in an old version of the site, whose pages are not known here; undefined for any other. */
  versionAddress(path: string): string | undefined
}

type Problem = Pick<Finding, 'rule' | 'message' | 'hint'> & { severity?: Finding['severity'] }

/** Errors of the redirects: their sources are free, their targets pages. */
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

/** True for an address that only the form of the site's addresses makes another than that of the file. */
export function isReformed(
  { path, regularPath }: Pick<PageRecord, 'path' | 'regularPath'>,
  form: AddressForm,
) {
  return path !== regularPath && path === inForm(regularPath, form)
}

/**
 * The addresses that pages had in the forms before the present one, with those that they have now. Hosts send readers of
 * `/x` to `/x/` where that is a folder: it leads on, too.
 */
export function formerAddresses({
  pages,
  redirects,
  config: { urls, formerUrls = urls === 'html' ? [] : ['html'] },
}: Pick<Site, 'pages' | 'redirects' | 'config'>): Omit<Redirect, 'source'>[] {
  if (formerUrls.length === 0) return []
  const forms = new Set<AddressForm>(formerUrls)
  if (urls === 'html' && forms.has('clean')) forms.add('directory')
  const taken = new Set([...redirects.map(({ from }) => from), ...pages.map(({ record }) => record.path)])
  return pages
    .filter(({ record: { path, regularPath } }) => path === inForm(regularPath, urls))
    .flatMap(({ record: { path, regularPath } }) =>
      [...forms].map(form => ({ from: inForm(regularPath, form), to: path })),
    )
    .filter(({ from }) => !taken.has(from))
}

/** Addresses that the build writes itself. */
const RESERVED =
  /^\/(?:assets\/.*|(?:[^/]+\/)*404\.html|service-worker\.js|sitemap\.xml|robots\.txt|\.docsgen\.json)$/

const FOR_HOSTS: ReadonlySet<string> = new Set(HOST_FILES.map(name => `/${name}`))

/** The most important of them. */
const RESERVED_NAMES = ['/assets/', '/404.html', '/service-worker.js', '/sitemap.xml', '/robots.txt']

/**
 * Every path belongs to one source, also after case folding and Unicode normalisation, and where
 * hosts answer `/a` with `/a.html` or `/a/`.
 */
export function findDuplicates(pages: readonly PageSummary[], assets: AssetMap): Finding[] {
  const claims = new Map<string, string[]>()
  const claim = (path: string, who: string) => {
    const key = claimKey(path)
    claims.set(key, [...(claims.get(key) ?? []), who])
  }
  for (const page of pages) claim(documentOf(page), page.file)
  for (const target of assets.keys())
    if (target.startsWith('/')) claim(target, `the public file \`${target.slice(1)}\``)
  const findings: Finding[] = []
  for (const page of pages) {
    const path = safeDecode(page.record.path)
    const others = (claims.get(claimKey(documentOf(page))) ?? []).filter(who => who !== page.file)
    if (others.length > 0) findings.push(duplicate(page, path, others))
    else if (isReserved(documentOf(page))) findings.push(reserved(page, path))
  }
  return findings
}

function isReserved(address: string): boolean {
  return RESERVED.test(address) || FOR_HOSTS.has(address)
}

/** The file of a page as an address, decoded. */
function documentOf({ record }: PageSummary): string {
  return `/${documentPath(record.path)}`
}

/** The file of the build that stands at a decoded address, or that a source which ends in `*` would hide. */
export function findReserved(from: string): string | undefined {
  if (!from.endsWith('*')) return isReserved(from) ? from : undefined
  const prefix = from.slice(0, -1)
  return RESERVED_NAMES.find(
    name => name.startsWith(prefix) || (name.endsWith('/') && prefix.startsWith(name)),
  )
}

/** The same for all paths of which a site can have one. */
function claimKey(path: string): string {
  return path
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?:\/index\.html|\/)$/, '.html')
}

function duplicate(page: PageSummary, path: string, others: string[]): Finding {
  return {
    rule: 'routes/duplicate',
    severity: 'error',
    place: { file: page.file, line: 1, column: 1 },
    message: `The address \`${path}\` is claimed more than once: by this file and by ${others.toSorted().join(', ')}.`,
    hint: 'Rename or remove one of them. Letter case and Unicode form do not tell addresses apart, nor do `/a.html` and `/a/`.',
  }
}

function reserved(page: PageSummary, path: string): Finding {
  return {
    rule: 'routes/reserved',
    severity: 'error',
    place: { file: page.file, line: 1, column: 1 },
    message: `The address \`${path}\` belongs to a file that the build writes itself.`,
    hint: 'Rename the page.',
  }
}
