import { readdirSync } from 'node:fs'
import path from 'node:path'
import { type Damage, readStored, writeStored } from '../cache/checked-file.ts'
import { readText } from '../lib/read-text.ts'
import { hashContent, hashData } from '../lib/hash.ts'
import { codeHash, dependencyVersion } from '../lib/package.ts'
import { type BundledPlugin, bundlePlugin, type NamedPlugin, type RefusedPlugin } from './bundle.ts'

/** Where bundles are kept between starts. */
export interface BundleCache {
  /** Absolute folder of caches. */
  cacheDir: string
  damage?: Damage
}

/** A bundle as it is kept: its entry is relative to the root, which may stand elsewhere the next time. */
interface StoredBundle extends BundledPlugin {
  /** Of everything that esbuild looked at. */
  state: string
}

/** Bundles plugins, in their order; one whose files are as they were is taken from the cache. */
export async function bundleOnce(
  named: readonly NamedPlugin[],
  root: string,
  cache?: BundleCache,
): Promise<(BundledPlugin | RefusedPlugin)[]> {
  if (!cache || named.length === 0) return Promise.all(named.map(each => bundlePlugin(each, root)))
  const file = path.join(cache.cacheDir, 'plugins.json')
  const stored = JSON.parse((await readStored(file, cache.damage)) ?? '{}') as Record<string, StoredBundle>
  const fresh: Record<string, StoredBundle> = {}
  let isNew = false
  const bundles = await Promise.all(
    named.map(async each => {
      const known = stored[each.name]
      const state = known && stateOf(known.files, root)
      if (known && state !== undefined && state === known.state) {
        fresh[each.name] = known
        return { ...known, file: path.join(root, known.file) }
      }
      isNew = true
      const bundled = await bundlePlugin(each, root)
      const made = 'findings' in bundled ? undefined : stateOf(bundled.files, root)
      if ('findings' in bundled || made === undefined) return bundled
      fresh[each.name] = { ...bundled, file: path.relative(root, bundled.file), state: made }
      return bundled
    }),
  )
  if (isNew) await writeStored(file, JSON.stringify(fresh))
  return bundles
}

/** What a name without a suffix may lead to. */
const SOURCE = /\.(?:[cm]?[jt]sx?|json|css)$/

/**
 * Hash of what a bundle is made from: its files, what esbuild reads beside them, and the names with which an import could
 * lead elsewhere. Undefined where a `tsconfig.json` is made from another one: what that says is not known here.
 */
function stateOf(files: readonly string[], root: string): string | undefined {
  const absolute = files.map(file => path.join(root, file))
  const contents = absolute.map((file, index) => [files[index], hashContent(readText(file) ?? '\0', 32)])
  const folders = [...foldersOf([root, ...absolute.map(file => path.dirname(file))])].toSorted()
  const settings = folders.map(folder => readText(path.join(folder, 'tsconfig.json')))
  if (settings.some(text => text?.includes('"extends"'))) return undefined
  const around = folders.map((folder, index) => [
    path.relative(root, folder),
    settings[index],
    readText(path.join(folder, 'package.json')),
    namesIn(path.join(folder, 'node_modules'), /^[^.]/),
    isOwn(folder, root) ? namesIn(folder, SOURCE) : [],
  ])
  return hashData([codeHash, dependencyVersion('esbuild'), contents, around], 32)
}

/** These folders and all that they are in. */
function foldersOf(folders: readonly string[]): Set<string> {
  const all = new Set<string>()
  for (let folder of folders) for (; !all.has(folder); folder = path.dirname(folder)) all.add(folder)
  return all
}

/** A folder of the site's own sources. */
function isOwn(folder: string, root: string): boolean {
  return `${folder}${path.sep}`.startsWith(root + path.sep) && !/[\\/]node_modules(?:[\\/]|$)/.test(folder)
}

function namesIn(folder: string, wanted: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter(name => wanted.test(name))
      .toSorted()
  } catch {
    return []
  }
}
