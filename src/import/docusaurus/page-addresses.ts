import path from 'node:path/posix'
import { isFile } from '../../lib/files.ts'
import { isOutside, safeDecode } from '../../shared/addresses.ts'
import type { PageHost } from '../common/mdx/page.ts'
import type { DocusaurusSite, SiteLocale, VersionData } from './site.ts'
import type { Elsewhere, OldVersion } from './old-versions.ts'
import { CONTENT, fileTarget, inLocale, linkTo, staticFolder, type Targets } from './targets.ts'

/** A page that is being written. */
export interface MovingPage {
  locale: SiteLocale
  /** Of documents; other pages have none. */
  data?: VersionData
  /** The file that it is made from, relative to the root. */
  file: string
  /** Folder of the documents, relative to the root. */
  folder: string
  /** The file that is written, relative to the root. */
  target: string
  /** In its language, without base. */
  address: string
}

interface Moving {
  site: DocusaurusSite
  targets: Targets
  /** File to copy → where to, relative to the root. */
  copies: Map<string, string>
  /** The old version that is written. */
  old: OldVersion | undefined
  elsewhere: Elsewhere
}

/** Leads the addresses of a page to where its neighbours and pictures are now. */
export function createAddresses(page: MovingPage, moving: Moving): PageHost['address'] {
  return (url, kind) => {
    if (url.startsWith('pathname:///')) return url.slice('pathname://'.length)
    if (isOutside(url) || url.startsWith('#') || url === '') return undefined
    const [, written = '', rest = ''] = /^([^?#]*)([^]*)$/.exec(url) ?? []
    const name = safeDecode(written)
    const open = name.startsWith('@site/static/') ? name.slice('@site/static'.length) : name
    if (open.startsWith('/')) copyPublic(open, moving)
    if (open !== name) return open + rest
    if (/\.mdx?$/i.test(name)) return withRest(findFile(name, page, moving), rest)
    const isAsset = kind === 'image' || /\.(?!html?$)[a-z][a-z0-9]{0,9}$/i.test(name)
    if (isAsset && !name.startsWith('/')) {
      const moved = moveAsset(name, page, moving)
      if (moved !== undefined) return moved + rest
    }
    return kind === 'image' ? undefined : withRest(findAddress(name, page, moving), rest)
  }
}

function withRest(link: string | undefined, rest: string): string | undefined {
  return link === undefined ? undefined : link + rest
}

/** Where a file may be that a page names: beside it, at the top of its documents, or where the page was translated from. */
function candidates(name: string, { file, folder, data }: MovingPage): string[] {
  if (name.startsWith('@site/')) return [path.normalize(name.slice('@site/'.length))]
  const original = data?.version.folder ?? folder
  const beside = path.join(path.dirname(file), name)
  const translated = path.join(original, path.relative(folder, path.dirname(file)), name)
  return [
    beside,
    translated,
    path.join(folder, name),
    path.join(original, name),
    path.normalize(name.replace(/^\//, '')),
  ]
}

function findFile(name: string, page: MovingPage, { targets }: Moving): string | undefined {
  const found = candidates(name, page)
    .map(file => targets.atFile(file))
    .find(Boolean)
  return found === undefined ? undefined : linkTo(page.target, inLocale(found, page.locale))
}

/** An address of the site: of another language it is a file, since links are of the page's language. */
function findAddress(
  name: string,
  page: MovingPage,
  { site, targets, old, elsewhere }: Moving,
): string | undefined {
  const base = String(site.config['baseUrl'] ?? '/')
  if (!name.startsWith('/')) {
    const at =
      page.address + (site.config['trailingSlash'] === true && !page.address.endsWith('/') ? '/' : '')
    const found = targets.atAddress(path.resolve(at.endsWith('/') ? at : path.dirname(at), name))
    return found === undefined ? undefined : linkTo(page.target, inLocale(found, page.locale))
  }
  const isBased = base !== '/' && name.startsWith(base)
  const whole = isBased ? `/${name.slice(base.length)}` : name
  const local = old && `${whole}/`.startsWith(old.path) ? `/${whole.slice(old.path.length)}` : whole
  const found = local === whole && old ? undefined : targets.atAddress(local)
  if (found !== undefined && (page.locale.path !== '/' || old))
    return linkTo(page.target, inLocale(found, page.locale))
  return found === undefined
    ? (elsewhere(whole, page.locale) ?? (isBased ? whole : undefined))
    : isBased
      ? whole
      : undefined
}

/** A version has files of its own: those that its pages name come along. */
export function copyPublic(
  name: string,
  { site, copies, old }: Pick<Moving, 'site' | 'copies' | 'old'>,
): void {
  const file = staticFolder(site.config) + name
  if (old && isFile(site.root, file)) copies.set(file, `public${name}`)
}

/** Notes a file that has to be copied; its address seen from the page. */
function moveAsset(name: string, page: MovingPage, { site, copies }: Moving): string | undefined {
  const found = candidates(name, page).find(file => !file.startsWith('..') && isFile(site.root, file))
  if (found === undefined) return undefined
  const target = copies.get(found) ?? assetTarget(found, site)
  copies.set(found, target)
  return linkTo(page.target, target)
}

/** Beside the pages of its folder, or in a folder of its own. */
function assetTarget(file: string, site: DocusaurusSite): string {
  for (const data of site.versions) {
    for (const [locale, { folder }] of data.folders) {
      if (file.startsWith(`${folder}/`))
        return fileTarget(file.slice(folder.length + 1), data, { path: locale })
    }
  }
  return path.join(CONTENT, '_assets', file)
}
