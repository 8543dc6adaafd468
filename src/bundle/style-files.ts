import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'esbuild'
import { assetAddress, safeDecode } from '../shared/addresses.ts'
import { hashContent } from '../lib/hash.ts'
import { listFiles } from '../lib/files.ts'
import type { AddedTheme, OutputFile } from '../schema/output.ts'
import { posixPath } from '../lib/paths.ts'

interface StyleFolders {
  /** Absolute folder of the site's templates. */
  site: string
  /** Those of plugins. */
  added: readonly AddedTheme[]
}

/** Absolute folders whose pictures and fonts style sheets may name. */
function foldersOf({ site, added }: StyleFolders): string[] {
  const others = added.flatMap(({ templates, styles }) => [
    ...(templates === undefined ? [] : [templates]),
    ...styles.map(style => path.dirname(style)),
  ])
  return [...new Set([site, ...others])]
}

/** Pictures and fonts beside a site's templates. */
export const STYLE_FILES = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|eot|mp4|webm|cur)$/i

/** Their addresses, for esbuild, whose patterns know no looking ahead. */
const ADDRESSES = new RegExp(STYLE_FILES.source.replace('$', '(?:[?#].*)?$'), 'i')

/** From `assets/css/` to the root of the site, whatever its base. */
const ROOT = '../..'

/**
 * Addresses in styles: a file beside the site's templates, or the styles of a plugin, is one of the output, with its hash; one that starts with a slash is
 * a public file. What is not there stays as it is: a broken link like any other.
 */
export function styleFilesPlugin(source: () => StyleFolders): Plugin {
  return {
    name: 'docsgen-style-files',
    setup(build) {
      build.onResolve({ filter: ADDRESSES }, ({ path: url, kind, resolveDir }) => {
        if (kind !== 'url-token' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return undefined
        if (url.startsWith('/')) return { path: ROOT + url, external: true }
        const [, name = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
        const file = path.resolve(resolveDir, safeDecode(name))
        const folders = foldersOf(source())
        const isOwn = folders.some(folder => file.startsWith(folder + path.sep)) && STYLE_FILES.test(file)
        if (!isOwn || !existsSync(file) || !statSync(file).isFile()) return { path: url, external: true }
        return { path: ROOT + addressOf(file) + rest, external: true }
      })
    },
  }
}

function addressOf(file: string): string {
  return assetAddress(posixPath(file), hashContent(readFileSync(file)))
}

/** Path in the output → name from the site's templates, of every file that the style sheets name. */
export async function findStyleFiles(styles: string, source: StyleFolders): Promise<Record<string, string>> {
  const names = await Promise.all(
    foldersOf(source).map(async folder => (await listFiles(folder)).map(name => path.join(folder, name))),
  )
  const files = names.flat().filter(file => STYLE_FILES.test(file))
  const found = files.map((file): [string, string] => [addressOf(file), path.relative(source.site, file)])
  const used = found.filter(([address]) => styles.includes(address))
  return Object.fromEntries(used.map(([address, name]) => [safeDecode(address).slice(1), name]))
}

/** Those files as they are to be written. */
export function styleOutput(
  files: Readonly<Record<string, string>>,
  { site }: Pick<StyleFolders, 'site'>,
): OutputFile[] {
  return Object.entries(files).map(([target, name]) => ({
    path: target,
    content: { copy: path.join(site, name) },
    immutable: true,
  }))
}
