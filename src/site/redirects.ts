import { normalize } from 'node:path/posix'
import type { SiteConfig } from '../schema/config.ts'
import { type Finding, type LocateKey, type Place, groupBy } from '../schema/finding.ts'
import type { PageRecord, PageSummary } from '../schema/page.ts'
import type { MissingFile, Redirect, Route, Site } from '../schema/site.ts'
import {
  type AddressForm,
  documentPath,
  encodePath,
  foldPath,
  inForm,
  isFilePath,
  isWebAddress,
  safeDecode,
} from '../shared/addresses.ts'
import { HOST_FILES, type AssetMap, type FileLookup } from './assets.ts'
import type { LinkContext, PageLookup } from './links.ts'

interface WrittenRedirect extends Redirect {
  place: Place | undefined
}

/** Of redirects with one source, the first counts. */
function bySource(written: readonly WrittenRedirect[]) {
  const leading = written.filter(({ from, to }) => from !== to)
  return new Map(leading.toReversed().map(redirect => [redirect.from, redirect]))
}

export function createRedirects(written: readonly WrittenRedirect[]): Redirect[] {
  const redirects = [...bySource(written).values()].map(({ from, to, source }) => ({ from, to, source }))
  return redirects.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** All redirects, duplicates too: from the configuration, frontmatter, and permalinks. */
export function collectRedirects(
  { redirects, urls }: SiteConfig,
  { pages, files, locate }: Pick<RedirectContext, 'files' | 'locate'> & { pages: readonly PageSummary[] },
): WrittenRedirect[] {
  const reformed = pages.filter(({ record }) => isReformed(record, urls))
  const present = new Map(reformed.map(({ record }) => [record.regularPath, record.path]))
  const written = (from: string, to: string, source: Redirect['source'], place?: Place): WrittenRedirect => {
    // No address is above the root: `..` stops there, as in a browser.
    const path = normalize('/' + safeDecode(from).replaceAll('\\', '/'))
    return { from: encodePath(path), to, source, place }
  }
  return [
    ...Object.entries(redirects).map(([from, to]) => {
      // A target may be the address that a page's file gives it, or a file beside a page.
      const fileAt = (path: string) =>
        isFilePath(path) && path.startsWith('/') ? files.find(safeDecode(path))?.path : undefined
      const target = to.replace(/^[^?#]*/, path => present.get(path) ?? fileAt(path) ?? path.normalize('NFC'))
      return written(from, target, 'config', locate(['redirects', from]))
    }),
    ...pages.flatMap(({ record, keyPlaces, file }) => {
      const { path, regularPath, frontmatter } = record
      const place = keyPlaces['redirectFrom'] ?? { file, line: 1, column: 1 }
      const moved = regularPath !== path && !isReformed(record, urls)
      return [
        ...(frontmatter.redirectFrom ?? []).map(from => written(from, path, 'frontmatter', place)),
        ...(moved ? [written(regularPath, path, 'route', keyPlaces['permalink'])] : []),
      ]
    }),
  ]
}

/** Pages sorted by path, with `index.html` forms, redirects, and the catch-all. */
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

/** True if the path differs from that of the file only in the form of addresses. */
export function isReformed({ path, regularPath }: PageRecord, form: AddressForm) {
  return path !== regularPath && path === inForm(regularPath, form)
}

/** Addresses of pages in former forms → current ones. */
export function formerAddresses({ pages, redirects, config }: Pick<Site, 'pages' | 'redirects' | 'config'>) {
  const { urls, formerUrls = urls === 'html' ? [] : ['html'] } = config
  const forms = new Set<AddressForm>(formerUrls)
  // Hosts send readers of `/x` to `/x/` where that is a folder.
  if (urls === 'html' && forms.has('clean')) forms.add('directory')
  const taken = new Set([...redirects.map(({ from }) => from), ...pages.map(({ record }) => record.path)])
  return pages
    .filter(({ record: { path, regularPath } }) => path === inForm(regularPath, urls))
    .flatMap(({ record: { path, regularPath } }) =>
      [...forms].map(form => ({ from: inForm(regularPath, form), to: path })),
    )
    .filter(({ from }) => !taken.has(from))
}

/** For checking what the configuration refers to. */
export interface TargetContext {
  config: SiteConfig
  lookup: PageLookup
  files: FileLookup
  /** Files that only a plugin may make. */
  missing: MissingFile[]
  locate: LocateKey
}

interface RedirectContext extends TargetContext, Pick<LinkContext, 'versionAddress'> {
  claims: readonly Claim[]
}

type Problem = Pick<Finding, 'rule' | 'message' | 'hint'> & { severity?: Finding['severity'] }

/** Page or public file at a decoded address. */
interface Claim {
  path: string
  who: string
}

export function listClaims(pages: readonly PageSummary[], assets: AssetMap): Claim[] {
  const publicFiles = [...assets.keys()].filter(target => target.startsWith('/'))
  return [
    ...publicFiles.map(path => ({ path, who: `the public file \`${path.slice(1)}\`` })),
    ...pages.map(({ record, file }) => ({ path: safeDecode(record.path), who: `the page \`${file}\`` })),
  ]
}

export function checkRedirects(written: readonly WrittenRedirect[], context: RedirectContext): Finding[] {
  const { config, files, missing, claims } = context
  const byForm = new Map(claims.map(claim => [formKey(claim.path), claim]))
  const targets = bySource(written)
  return written.flatMap((redirect): Finding[] => {
    const { from, to, place } = redirect
    const path = safeDecode(from)
    const claim = path.endsWith('*')
      ? claims.find(({ path: claimed }) => claimed.startsWith(path.slice(0, -1)))
      : byForm.get(formKey(path))
    const first = targets.get(from) ?? redirect
    const problem =
      checkSource(redirect, claim, Object.keys(config.locales)) ??
      (first === redirect ? checkTarget(redirect, targets, context) : checkDouble(redirect, first))
    if (!problem) return []
    const target = safeDecode(to.replace(/[?#].*/s, ''))
    if (problem.rule !== 'redirects/target' || !files.isAwaited(target))
      return [{ severity: 'error', ...problem, place }]
    missing.push({ url: to, from: '/', place, file: target.slice(1) })
    return []
  })
}

function checkSource(
  redirect: WrittenRedirect,
  claim: Claim | undefined,
  locales: readonly string[],
): Problem | undefined {
  const from = safeDecode(redirect.from)
  const name = `The redirect from \`${from}\``
  if (/\*./.test(from)) {
    const message = `${name} contains a \`*\` that isn't its last character.`
    const hint = 'Hosts only support `*` as the last character. End the source there, or list each URL.'
    return { rule: 'redirects/source', message, hint }
  }
  const reserved = findReserved(from, locales)
  if (reserved !== undefined) {
    const file = reserved === from ? 'a file' : `\`${reserved}\``
    const message = `${name} conflicts with ${file}, which the build writes.`
    return { rule: 'redirects/source', message, hint: 'Remove it, or change its source.' }
  }
  // A permalink may move a page to another form of its address.
  if (!claim || (redirect.source === 'route' && claim.path !== from)) return undefined
  const rule = 'redirects/shadow'
  if (claim.path === from || from.endsWith('*'))
    return { rule, message: `${name} hides ${claim.who}.`, hint: 'Remove one of them.' }
  // Some hosts do as the redirect says.
  const message = `${name} may have no effect: many hosts serve ${claim.who} at that URL.`
  const hint = 'Remove it: variants of a page URL already redirect to the page.'
  return { rule, severity: 'warning', message, hint }
}

function checkDouble(redirect: WrittenRedirect, { to: other, place }: WrittenRedirect) {
  const { from, to } = redirect
  if (to === other) return undefined
  const message = `Two redirects from \`${from}\` have different targets: \`${other}\` and \`${to}\`.`
  const where = place ? `; the other one is in ${place.file}:${place.line}` : ''
  return { rule: 'redirects/duplicate', message, hint: `Remove one of them${where}.` }
}

function checkTarget(
  { from, to }: WrittenRedirect,
  targets: ReadonlyMap<string, WrittenRedirect>,
  { lookup, files, claims, versionAddress }: RedirectContext,
): Problem | undefined {
  if (isWebAddress(to)) return undefined
  const path = to.split(/[?#]/)[0] ?? ''
  const target = safeDecode(path)
  if (versionAddress(target) !== undefined) return undefined
  if (targets.has(path)) {
    const chain: string[] = []
    let last: string | undefined = from
    while (last !== undefined && !chain.includes(last)) {
      chain.push(last)
      last = targets.get(last)?.to.split(/[?#]/)[0]
    }
    if (last === undefined) {
      const message = `The redirect from \`${from}\` points to another redirect, \`${path}\`.`
      return { rule: 'redirects/chain', message, hint: `Point it to the final target, \`${chain.at(-1)}\`.` }
    }
    // A loop is reported at one of its redirects, not at others that lead into it.
    if (last !== from || chain.some(other => other < from)) return undefined
    const names = [...chain, from].map(name => `\`${name}\``).join(' → ')
    const message = `These redirects form a loop: ${names}.`
    return { rule: 'redirects/loop', message, hint: 'Point one of them to a page.' }
  }
  const [before = '', splat] = target.split(':splat')
  const isWild = from.endsWith('*') && splat !== undefined
  const found = isWild
    ? claims.some(claim => claim.path.startsWith(before))
    : (lookup.exact(target) ?? files.find(target))
  if (found) return undefined
  if (path === from) {
    const message = `The redirect from \`${from}\` points to itself.`
    return { rule: 'redirects/loop', message, hint: 'Point it to a page, or remove it.' }
  }
  const draft = isWild ? undefined : lookup.draft(target)
  const [what, hint] = draft
    ? [`is a draft (\`${draft.file}\`)`, 'Publish that page, or remove the redirect.']
    : ["isn't a page", 'Change the target to a page or file on the site.']
  const message = `The redirect from \`${from}\` points to \`${path}\`, which ${what}.`
  return { rule: 'redirects/target', message, hint }
}

const ASSETS = '/assets/'
const RESERVED = ['/404.html', '/service-worker.js', '/sitemap.xml', '/robots.txt', '/.docsgen.json']

/** The file of the build at a decoded address, or one that a source with `*` would hide. `locales`: their paths. */
export function findReserved(from: string, locales: readonly string[]) {
  if (from.endsWith('*')) {
    const prefix = from.slice(0, -1)
    return prefix.startsWith(ASSETS) ? ASSETS : [ASSETS, ...RESERVED].find(name => name.startsWith(prefix))
  }
  const others = [...HOST_FILES.map(name => `/${name}`), ...locales.map(path => `${path}404.html`)]
  return from.startsWith(ASSETS) || [...RESERVED, ...others].includes(from) ? from : undefined
}

/** Equal for paths that can't exist together: file systems fold case, hosts answer `/a` with `/a.html` or `/a/`. */
function claimKey(path: string) {
  return foldPath(path).replace(/(?:\/index\.html|\/)$/, '.html')
}

/** Equal for forms that hosts don't tell apart. */
export function formKey(path: string) {
  return claimKey(path).replace(/\.html$/, '')
}

export function findDuplicates(pages: readonly PageSummary[], assets: AssetMap, locales: readonly string[]) {
  const own = pages.map(({ record, file }) => ({ path: `/${documentPath(record.path)}`, who: file }))
  const claims = groupBy([...own, ...listClaims([], assets)], ({ path }) => claimKey(path))
  return pages.flatMap(({ file, record }): Finding[] => {
    const document = `/${documentPath(record.path)}`
    const address = `The URL \`${safeDecode(record.path)}\``
    const others = (claims.get(claimKey(document)) ?? []).flatMap(({ who }) => (who === file ? [] : who))
    const found = { severity: 'error' as const, place: { file, line: 1, column: 1 } }
    if (others.length > 0) {
      const message = `${address} is used by more than one file: this one and ${others.toSorted().join(', ')}.`
      const hint =
        'Rename or remove one of them. URLs that differ only in letter case or Unicode normalization count as the same, and so do `/a.html` and `/a/`.'
      return [{ ...found, rule: 'routes/duplicate', message, hint }]
    }
    if (findReserved(document, locales) === undefined) return []
    const message = `${address} is reserved for a file that docsgen generates.`
    return [{ ...found, rule: 'routes/reserved', message, hint: 'Rename the page.' }]
  })
}
