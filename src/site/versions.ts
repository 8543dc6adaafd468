import { type SiteConfig, type Version, listVersions } from '../schema/config.ts'
import { type Finding, type LocateKey, groupBy } from '../schema/finding.ts'
import type { Redirect, Site } from '../schema/site.ts'
import type { LocaleView, PageView, VersionLink } from '../schema/view.ts'
import {
  type AddressTable,
  createAddressTable,
  resolvePath,
  encodePath,
  safeDecode,
  withBase,
} from '../shared/addresses.ts'
import { joinPolicies } from './policy.ts'

interface KnownVersion {
  version: Version
  base: string
  /** Folder of the current site: `/docs/` for a version at `/docs/1.x/`. */
  above: string
  site: Site | undefined
  table: AddressTable | undefined
}

/** `sites`: the current one, then old ones; `dev` doesn't load all versions. */
export function linkVersions(sites: readonly Site[], versions: readonly Version[]) {
  const [current] = sites
  if (!current) return
  const known = versions.map((version): KnownVersion => {
    const base = current.config.base.slice(0, -1) + version.path
    const site = sites.find(({ config }) => config.base === base)
    const above = version.path.slice(0, version.path.lastIndexOf('/', version.path.length - 2) + 1)
    return { version, base, above, site, table: site && tableOf(site) }
  })
  const currentTable = tableOf(current)
  const currentViews = new Map(pagesOf(current).map(({ record, view }) => [record.path, view]))
  for (const site of sites) {
    for (const locale of Object.values(site.locales))
      locale.versions = known.map(({ version, base, site: other }): VersionLink => ({
        label: version.label,
        href: base.slice(0, -1) + (other && !other.locales[locale.path] ? '/' : locale.path),
        current: version.source ? undefined : true,
        open: base === site.config.base || undefined,
        ...searchOf(base, other ? (other.locales[locale.path] ?? other.locales['/']) : locale),
      }))
    const written = site.redirects.filter(({ source }) => source !== 'route')
    const former = groupBy(written, ({ to }) => to)
    const above = known.find(own => own.site === site)?.above ?? '/'
    const replaced = new Set<string>()
    const views = pagesOf(site).map(page => page.view)
    for (const view of views) {
      const names = namesOf(view, former, above)
      view.versions = known.map(other =>
        other.site === site ? withBase(other.base, view.path) : samePage(names, view, other),
      )
      const same =
        site === current ? undefined : currentViews.get(findPage(names, view.locale, currentTable) ?? '')
      if (!same) continue
      replaced.add(withBase(site.config.base, view.path))
      preferCurrent(view, same, current.config)
    }
    const { url = '' } = site.config
    for (const view of views)
      view.alternates = view.alternates.filter(({ href }) => !replaced.has(href.slice(url.length)))
  }
}

function searchOf(base: string, locale: LocaleView | undefined) {
  if (!locale || locale.search.provider === 'none') return {}
  const { code, searchPage } = locale
  const index = withBase(base, `/assets/locales/${code}.json`)
  return { index, searchPage: searchPage && withBase(base, searchPage) }
}

function pagesOf({ pages, fallbacks }: Site) {
  return [...pages, ...fallbacks]
}

function tableOf(site: Site) {
  const paths = pagesOf(site).map(({ record }) => record.path)
  const redirects = site.redirects.map(({ from, to }) => [safeDecode(from), to] as const)
  return createAddressTable(paths, redirects)
}

/** Current and former addresses of a page and its source, in the form of the current version first. */
function namesOf(
  { path, locale }: PageView,
  former: ReadonlyMap<string, readonly Redirect[]>,
  above: string,
) {
  const formerOf = (address: string) => (former.get(address) ?? []).map(({ from }) => from)
  const ofSource = formerOf('/' + path.slice(locale.length)).map(from => locale + from.slice(1))
  const names = [path, ...formerOf(path), ...ofSource]
  // A version at `/docs/1.x/` has at its top what the current one has in `/docs/`, unless it is a copy of all.
  const current = above === '/' ? [] : names.map(name => locale + above.slice(1) + name.slice(locale.length))
  return [...new Set([...current, ...names])]
}

/** Path of the page at one of these addresses, or at the target of a redirect that only the source language has. */
function findPage(names: readonly string[], locale: string, table: AddressTable) {
  for (const name of names) {
    const found = resolvePath(table, name)
    if (found && !found.external) return found.path
    const source = resolvePath(table, '/' + name.slice(locale.length))
    const path = source && locale + source.path.slice(1)
    if (path && table.pages.has(path)) return path
  }
  return undefined
}

/** Address of the page in another version, or of the home page in its language. */
function samePage(names: readonly string[], { locale, path }: PageView, other: KnownVersion) {
  if (!other.table) return withBase(other.base, path)
  const folder = locale + other.above.slice(1)
  const below = other.above === '/' ? [] : names.filter(name => name.startsWith(folder))
  const forms = [...below.map(name => locale + name.slice(folder.length)), ...names]
  const start = other.site?.locales[locale] ? locale : '/'
  return withBase(other.base, findPage(forms, locale, other.table) ?? start)
}

/** Makes search engines show the current version, and no old page as a translation. */
function preferCurrent(view: PageView, same: PageView, { url, base }: SiteConfig) {
  const canonical = same.canonical ?? withBase(base, same.path)
  view.canonical = canonical
  if (url)
    view.meta = view.meta.map(tag => (tag['property'] === 'og:url' ? { ...tag, content: canonical } : tag))
  view.alternates = []
}

/** Merges the policies, because all documents are sent with one. */
export function mergePolicies(sites: readonly Site[]) {
  const policies = sites.flatMap(({ policy }) => (policy ? [policy] : []))
  if (policies.length !== sites.length || policies.length < 2) return
  const merged = policies.reduce((all, policy) => joinPolicies(all, policy))
  for (const site of sites) site.policy = merged
}

/** `index`: of the version in `versions`. */
export function findCollisions(
  site: Site,
  publicFiles: readonly string[],
  locate: LocateKey = () => undefined,
): (Finding & { index: number })[] {
  const { config } = site
  const taken = [
    ...pagesOf(site).map(({ record, file }) => [`the page \`${file}\``, safeDecode(record.path)] as const),
    ...publicFiles.map(name => [`\`${config.publicDir}/${name}\``, `/${name}`] as const),
    ...site.redirects.map(({ from }) => [`the redirect from \`${from}\``, safeDecode(from)] as const),
  ]
  const hint = 'Set a different `path`, or remove the conflicting page, file or redirect.'
  return listVersions(config).flatMap(({ id, path, source }, index) => {
    const lower = path.toLowerCase()
    const isBelow = (address: string) =>
      [address, address.replace(/\.html$/, '')].some(each => `${each}/`.toLowerCase().startsWith(lower))
    const found = source && taken.find(([, address]) => isBelow(address))
    if (!found) return []
    const place = locate(['versions', index, config.versions[index]?.path === undefined ? 'id' : 'path'])
    const message = `The path \`${path}\` of version \`${id}\` collides with ${found[0]}.`
    return [{ rule: 'config', severity: 'error', message, hint, place, index }]
  })
}

/** Paths of old versions, base of the current one, whichever the site is. */
export function versionBase({ versions, base }: Pick<SiteConfig, 'versions' | 'base'>) {
  const paths = listVersions({ versions }).flatMap(({ source, path }) => (source ? [path] : []))
  const own = paths.find(path => base.endsWith(path))
  return { paths, current: own ? base.slice(0, 1 - own.length) : base }
}

/** Address with base of a decoded path in an old version (`/1.x/guide.html`); undefined for others. */
export function versionAddress(config: SiteConfig, path: string) {
  if (config.versions.length === 0) return undefined
  const { paths, current } = versionBase(config)
  return paths.some(old => `${path}/`.startsWith(old)) ? withBase(current, encodePath(path)) : undefined
}
