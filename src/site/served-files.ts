/** Files that the site serves beside its pages: public files, files beside pages, files that the build writes. */
import path from 'node:path/posix'
import { contentPath, rewritePath } from '../lib/files.ts'
import type { SiteConfig } from '../schema/config.ts'
import { addressForms, encodePath, isFilePath, safeDecode } from '../shared/addresses.ts'
import { type AssetAddress, type AssetMap, type FileLookup, LICENSES } from './assets.ts'
import { llmsName, MANIFEST_FILE, openSearchFile } from './head.ts'

/** Files that anybody may link to, whatever the pages are. */
function generatedFiles({ url, noindex, locales, machines, offline }: SiteConfig): string[] {
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
  const addressOf: FileLookup['addressOf'] = target => {
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
      return (
        byName.get(wanted) ??
        addressForms(address)
          .map(form => byName.get(form) ?? folder(form))
          .find(found => found !== undefined) ??
        byName.get(path.join(contentDir, address))
      )
    },
  }
}
