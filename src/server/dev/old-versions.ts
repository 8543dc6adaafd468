/** Old versions of a site that is served while it is written: each is loaded when it is first asked for. */
import type { Finding } from '../../schema/finding.ts'
import { listVersions, type Version } from '../../schema/config.ts'
import { linkVersions, mergePolicies } from '../../site/versions.ts'
import type { JoinedSite, LoadedSite } from '../../load.ts'
import { loadVersion, type VersionOptions } from '../../versions.ts'
import type { Session } from '../../cache/workers/session.ts'
import { addPluginFiles, createDevFiles, type DevFiles } from './files.ts'

/** A version as it is served. */
export interface ServedSite {
  loaded: JoinedSite
  files: DevFiles
}

interface ServedVersion extends ServedSite {
  loaded: LoadedSite
}

type Opening = Promise<ServedVersion | { findings: Finding[] }>

export class OldVersions {
  readonly #session: Session
  readonly #options: VersionOptions
  #current: LoadedSite
  readonly #opening = new Map<string, Opening>()
  /** Those that are loaded, by base. */
  readonly #served = new Map<string, ServedVersion>()

  constructor(session: Session, current: LoadedSite, options: VersionOptions) {
    this.#session = session
    this.#options = options
    this.#current = current
    this.#link()
  }

  /** The site as it was loaded again, with the same configuration. */
  follow(current: LoadedSite): void {
    this.#current = current
    this.#link()
  }

  /** Forgets what was made from these files, relative to the root. */
  forget(changed: readonly string[]): void {
    for (const version of this.#versions()) {
      const { source } = version
      if (!source || !('from' in source)) continue
      const folder = `${source.from.replace(/^\.\/|\/$/g, '')}/`
      if (!changed.some(file => file.startsWith(folder))) continue
      this.#opening.delete(version.id)
      this.#served.delete(this.#baseOf(version))
    }
  }

  /** The version of a base that is loaded already. */
  loadedAt(base: string): ServedSite | undefined {
    return this.#served.get(base)
  }

  /** The version that an address with base lies in; undefined for one of the current version. */
  async open(path: string): Promise<Awaited<Opening> | undefined> {
    const version = this.#versions().find(each => `${path}/`.startsWith(this.#baseOf(each)))
    if (!version) return undefined
    const opening = this.#opening.get(version.id) ?? this.#load(version)
    this.#opening.set(version.id, opening)
    const opened = await opening
    // It may be mended by the next time.
    if ('findings' in opened) this.#opening.delete(version.id)
    return opened
  }

  async #load(version: Version): Opening {
    const read = await loadVersion(this.#session, {
      current: this.#current,
      version,
      options: this.#options,
    })
    if (!('loaded' in read)) return { findings: read.findings }
    const { session, loaded } = read
    const files = createDevFiles(session, loaded)
    // Those of the current version are for all.
    for (const name of ['/sitemap.xml', '/robots.txt']) files.files.delete(name)
    const findings = await addPluginFiles(session, loaded, files)
    if (findings.length > 0) return { findings }
    const served = { loaded, files }
    this.#served.set(files.base, served)
    this.#link()
    return served
  }

  #link(): void {
    const old = [...this.#served.values()].map(({ loaded }) => loaded.site)
    const sites = [this.#current.site, ...old]
    linkVersions(sites, listVersions(this.#current.site.config))
    mergePolicies(sites)
  }

  #versions(): Version[] {
    return listVersions(this.#current.site.config).filter(({ source }) => source)
  }

  #baseOf({ path }: Version): string {
    return this.#current.site.config.base.slice(0, -1) + path
  }
}
