import path from 'node:path/posix'
import { FOLDER, type UserConfig } from '../../schema/config.ts'
import { list, text, type Values } from '../common/importer.ts'
import { CONTENT } from '../common/page.ts'
import { type Doc, type SidebarNode, withoutNumbers } from './docs.ts'
import { type DocusaurusSite, type SiteLocale, type VersionData } from './site.ts'

/** The folder of public files, relative to the root; of several the first. */
export function staticFolder(config: Values): string {
  return String(list(config['staticDirectories'])[0] ?? 'static')
}

/** Where pages and files of the site are now. Pages are named without the folder of their language: `docs/intro.md`. */
export class Targets {
  /** Path of a page's address without slash at the end → its page. */
  readonly #pages = new Map<string, string>()
  /** File, relative to the root → its page. */
  readonly #files = new Map<string, string>()
  /** `trailingSlash: false`: pages of folders have no slash either. */
  readonly #isBare: boolean

  constructor({ config, versions }: DocusaurusSite) {
    this.#isBare = config['trailingSlash'] === false
    for (const { folders } of versions)
      for (const { docs } of folders.values()) for (const doc of docs) this.addPage(doc.address, doc.file)
  }

  /** Notes a page, and the file that it is made from. */
  addPage(address: string, file?: string): string {
    const target = this.pageOf(address)
    this.#pages.set(bare(address), target)
    if (file !== undefined) this.#files.set(file, target)
    return target
  }

  /** The file for an address: `/docs/` is `docs/README.md`. */
  pageOf(address: string): string {
    const local = address.slice(1)
    if (local === '' || (local.endsWith('/') && !this.#isBare)) return `${local}README.md`
    return `${local.replace(/\/$/, '')}.md`
  }

  addressOf({ address }: Pick<Doc, 'address'>): string {
    return this.#isBare && address !== '/' ? address.replace(/\/$/, '') : address
  }

  atFile(file: string): string | undefined {
    return this.#files.get(file)
  }

  atAddress(address: string): string | undefined {
    return this.#pages.get(bare(address))
  }
}

function bare(address: string): string {
  return address.replace(/(?<=.)\/$/, '').replace(/\/index\.html$|\.html$/, '')
}

/** The file, relative to the root, of a page in a language. */
export function inLocale(target: string, locale: Pick<SiteLocale, 'path'>): string {
  return path.join(CONTENT, locale.path, target)
}

/** Where a file of a version's folder goes in a language. */
export function fileTarget(
  source: string,
  { version }: VersionData,
  locale: Pick<SiteLocale, 'path'>,
): string {
  const folder = path.dirname(source)
  const below = version.hasNumbers ? withoutNumbers(folder) : folder
  return path.join(CONTENT, locale.path, version.path, below, path.basename(source))
}

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
