import path from 'node:path/posix'
import { list, type Values } from '../common/keys.ts'
import { type Doc, withoutNumbers } from './docs.ts'
import type { DocusaurusSite, SiteLocale, VersionData } from './site.ts'

/** Folder of the pages as they are written here. */
export const CONTENT = 'content'

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

  /** The address of a page as a menu names it. */
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

/** A path as a link writes it: `./start.md`, `../start.md`. */
export function linkTo(from: string, to: string): string {
  const relative = path.relative(path.dirname(from), to)
  return encodeURI(relative.startsWith('.') ? relative : `./${relative}`)
}
