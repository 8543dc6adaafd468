import { FOLDER, type UserConfig } from '../../schema/config.ts'
import { text } from '../common/keys.ts'
import type { Doc } from './docs.ts'
import type { SidebarNode } from './sidebars.ts'
import type { DocusaurusSite, SiteLocale, VersionData } from './site.ts'
import { Targets } from './targets.ts'

/** A version of the documents that becomes a site of its own below the current one. */
export interface OldVersion {
  id: string
  label: string
  /** Where it is, below the base: `/docs/1.0/`. */
  path: string
  /** Its folder, relative to the root: `versions/1.0/`. */
  from: string
  /** The site with these documents alone, at their addresses below `path`. */
  site: DocusaurusSite
  targets: Targets
}

/** Takes out of a site what becomes versions below it: frozen documents that have a folder of addresses to themselves. */
export function separateVersions(site: DocusaurusSite): { current: DocusaurusSite; old: OldVersion[] } {
  const isOld = ({ version }: VersionData) =>
    version.instance === 'default' && !version.isLast && version.name !== 'current'
  const others = site.versions.filter(data => !isOld(data)).flatMap(addressesOf)
  const free = site.versions.filter(data => {
    const path = `${data.version.path}/`
    const isAlone = site.versions.every(other => other === data || !other.version.path.startsWith(path))
    return isOld(data) && isAlone && FOLDER.test(path) && !others.some(address => address.startsWith(path))
  })
  const current = { ...site, versions: site.versions.filter(data => !free.includes(data)) }
  return { current, old: free.map(data => createVersion(site, data)) }
}

function addressesOf({ folders }: VersionData): string[] {
  return [...folders.values()].flatMap(({ docs }) => docs.map(({ address }) => address))
}

function createVersion(site: DocusaurusSite, data: VersionData): OldVersion {
  const { name, label, path } = data.version
  const id = versionId(name)
  const own = { ...site, versions: [atTop(data)] }
  return { id, label, path: `${path}/`, from: `versions/${id}/`, site: own, targets: new Targets(own) }
}

/** What docsgen calls a version. */
function versionId(name: string): string {
  return name.replace(/^\W+/, '').replace(/[^\w.+-]+/g, '-')
}

/** The documents with their addresses below the path of their version. */
function atTop({ version, folders, sidebars }: VersionData): VersionData {
  const local = (address: string) => address.slice(version.path.length) || '/'
  const moved = (doc: Doc) => ({ ...doc, address: local(doc.address) })
  const node = (entry: SidebarNode): SidebarNode =>
    entry.kind !== 'category'
      ? entry
      : {
          ...entry,
          items: entry.items.map(node),
          ...(entry.index ? { index: { ...entry.index, address: local(entry.index.address) } } : {}),
        }
  return {
    version: { ...version, path: '', isLast: true },
    folders: new Map(
      [...folders].map(([locale, found]) => [locale, { ...found, docs: found.docs.map(moved) }]),
    ),
    sidebars: new Map([...sidebars].map(([name, nodes]) => [name, nodes.map(node)])),
  }
}

/** The versions as the configuration of the current site names them, and where their translated pages were. */
export function translateVersions(
  { versions, locales }: DocusaurusSite,
  old: readonly OldVersion[],
): Pick<UserConfig, 'versions' | 'redirects'> {
  const last = versions.find(({ version }) => version.instance === 'default' && version.isLast)
  if (old.length === 0 || !last) return {}
  const { name, label } = last.version
  const entry = (id: string, shown: string) => ({ id, ...(shown === id ? {} : { label: shown }) })
  const redirects = old.flatMap(({ path, targets }) =>
    locales.slice(1).flatMap(({ path: locale }) => {
      const [before, now] = [locale + path.slice(1), path + locale.slice(1)]
      const isPage = targets.atAddress('/') !== undefined
      return [...(isPage ? [[before.slice(0, -1), now]] : []), [`${before}*`, `${now}:splat`]]
    }),
  )
  return {
    versions: [
      entry(versionId(name), label),
      ...old.map(({ id, label: shown, path, from }) => ({
        ...entry(id, shown),
        path,
        from: from.slice(0, -1),
      })),
    ],
    ...(redirects.length > 0 ? { redirects: Object.fromEntries(redirects) as Record<string, string> } : {}),
  }
}

/** Finds where an address of the site is that is not in the same version; undefined where nothing is taken over for it. */
export type Elsewhere = (local: string, locale: Pick<SiteLocale, 'path'>) => string | undefined

/** Links between versions: to old ones by their path, to the current one from outside, as a site of its own has to. */
export function createElsewhere(
  { config }: DocusaurusSite,
  current: Targets,
  old: readonly OldVersion[],
): (from: OldVersion | undefined) => Elsewhere {
  const url = text(config['url'])
  const top = url === undefined ? undefined : new URL(String(config['baseUrl'] ?? '/'), url).href
  return from => (local, locale) => {
    const other = old.find(({ path }) => `${local}/`.startsWith(path))
    if (other) {
      const rest = local.slice(other.path.length)
      const isThere = other.targets.atAddress(`/${rest}`) !== undefined
      return isThere || rest === '' ? other.path + locale.path.slice(1) + rest : undefined
    }
    if (!from || top === undefined || current.atAddress(local) === undefined) return undefined
    return top.replace(/\/$/, '') + locale.path + local.slice(1)
  }
}
