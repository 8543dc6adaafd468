/** What the site serves beside its pages. */
import path from 'node:path/posix'
import { contentPath, rewritePath } from '../lib/files.ts'
import { listVersions, type SiteConfig } from '../schema/config.ts'
import { addressForms, encodePath, inForm, isFilePath, safeDecode, withBase } from '../shared/addresses.ts'
import { type AssetAddress, type AssetMap, type FileLookup, LICENSES } from './assets.ts'
import { llmsName, MANIFEST_FILE, openSearchFile } from './head.ts'
import { formKey } from './redirects.ts'
import { versionAddress } from './versions.ts'

function generatedFiles({ url, noindex, locales, machines, offline }: SiteConfig) {
  const paths = Object.keys(locales).map(path => ({ path }))
  const llms = paths.flatMap(locale => [llmsName(locale, 'llms'), llmsName(locale, 'llms-full')])
  return [
    'robots.txt',
    ...paths.map(({ path }) => `${path.slice(1)}404.html`),
    LICENSES,
    ...(url !== undefined && !noindex ? ['sitemap.xml'] : []),
    ...(machines.manifest ? [MANIFEST_FILE.slice(1)] : []),
    ...(url !== undefined && machines.openSearch ? paths.map(locale => openSearchFile(locale).slice(1)) : []),
    ...(machines.markdown ? llms : []),
    ...(offline ? ['service-worker.js'] : []),
  ]
}

/** A folder by its `index.html`, in any Unicode form of the name. */
export function createFileLookup(assets: AssetMap, config: SiteConfig, pluginsMakeFiles = false): FileLookup {
  const { contentDir, rewrites } = config
  const byName = new Map<string, AssetAddress>()
  for (const name of generatedFiles(config)) byName.set(`/${name}`, { path: encodePath(`/${name}`) })
  for (const [name, address] of assets)
    for (const key of [name, safeDecode(address.path)]) byName.set(key.normalize('NFC'), address)
  const addressOf = (target: string) => {
    if (target.startsWith('/')) return target
    const below = contentPath(target, contentDir) ?? target.replace(/^(?:\.\.\/)+/, '')
    return `/${rewritePath(below, rewrites)}`
  }
  const folder = (name: string) => {
    const index = name.endsWith('/') && byName.get(`${name}index.html`)
    return index ? { path: encodePath(name) } : undefined
  }
  return {
    addressOf,
    isAwaited: address => pluginsMakeFiles && isFilePath(address),
    find(target) {
      const wanted = target.normalize('NFC')
      const address = addressOf(wanted)
      const atForm = (form: string) => byName.get(form) ?? folder(form)
      const served = () => addressForms(address).map(atForm).find(Boolean)
      return byName.get(wanted) ?? served() ?? byName.get(path.join(contentDir, address))
    },
  }
}

/** Search pages: encoded paths by language, except those that the site uses itself (`taken`, decoded). */
export function findSearchPages(config: SiteConfig, taken: readonly string[]) {
  const { theme, versions, locales, urls } = config
  if (theme.search === false) return new Map()
  const all = [...taken, ...listVersions({ versions }).map(({ path }) => safeDecode(path))]
  const keys = new Set(all.map(formKey))
  const starts = all.filter(path => path.endsWith('*')).map(path => path.slice(0, -1).toLowerCase())
  const paths = Object.keys(locales).map(locale => [locale, inForm(`${locale}search.html`, urls)] as const)
  const isFree = (decoded: string) =>
    !keys.has(formKey(decoded)) && !starts.some(start => decoded.startsWith(start))
  return new Map(paths.filter(([, path]) => isFree(safeDecode(path).toLowerCase())))
}

/** Finds the address, with base, of a decoded path to search results or an old version. */
export function createElsewhere(config: SiteConfig, searchPages: ReadonlyMap<string, string>) {
  const generated = new Map([...searchPages.values()].map(path => [formKey(safeDecode(path)), path]))
  return (path: string): string | undefined => {
    const searchPage = generated.get(formKey(path))
    return searchPage === undefined ? versionAddress(config, path) : withBase(config.base, searchPage)
  }
}
