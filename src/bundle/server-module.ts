import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions, BuildResult } from 'esbuild'
import { allDone } from '../lib/process.ts'
import { packageRoot } from '../lib/package.ts'
import { type FindOrigin, mappedBy } from '../lib/errors.ts'
import { bundleOnce, type Bundler, COMMON } from './bundler.ts'
import type { AddedTheme } from '../schema/output.ts'
import { themePlugin } from './theme-plugin.ts'
import { findThemeSource } from './theme-source.ts'

/** Addresses of the modules for Node.js (`file:`, `data:`). */
export type ServerModules = Record<ServerModuleName, string>

/**
 * What runs in Node.js of a theme: the module that renders pages, which every thread loads, and the interface texts of all
 * languages, of which the main thread needs some.
 */
const ENTRIES = { server: 'templates/server.tsx', strings: 'templates/strings/index.ts' }

export type ServerModuleName = keyof typeof ENTRIES

export const MODULE_NAMES: readonly ServerModuleName[] = ['server', 'strings']

/** Bundles the modules for Node.js. */
export async function bundleServer(
  bundler: Bundler,
): Promise<{ code: Record<ServerModuleName, string>; bundles: BuildResult[] }> {
  const [server, strings] = await allDone([
    bundler.run('server', serverOptions(bundler, 'server')),
    bundler.run('strings', serverOptions(bundler, 'strings')),
  ])
  return { code: { server: textOf(server), strings: textOf(strings) }, bundles: [server, strings] }
}

function textOf(bundle: BuildResult): string {
  return bundle.outputFiles?.[0]?.text ?? ''
}

function serverOptions(bundler: Bundler, name: ServerModuleName): BuildOptions {
  return {
    ...COMMON,
    entryPoints: [path.join(packageRoot, ENTRIES[name])],
    platform: 'browser',
    metafile: true,
    // This build of React's server renderer needs nothing of Node.js and leaves no open port behind.
    conditions: ['edge-light'],
    plugins: [themePlugin(() => bundler.source, 'server')],
  }
}

/**
 * Tells where the code of a theme's modules for Node.js was written. They are bundled once more for it, because a source
 * map is needed only when a template fails; what is not found in one is undefined, and so is all when the templates are
 * others by now.
 */
export async function mapServer(
  { root, cacheDir }: { root: string; cacheDir: string },
  { modules, added }: { modules: ServerModules; added?: readonly AddedTheme[] },
): Promise<FindOrigin> {
  const bundler = bundleOnce(await findThemeSource(root, cacheDir, added))
  const maps = await Promise.all(MODULE_NAMES.map(name => mapModule(bundler, name, modules[name])))
  return place => maps.map(find => find?.(place)).find(origin => origin !== undefined)
}

async function mapModule(
  bundler: Bundler,
  name: ServerModuleName,
  address: string,
): Promise<FindOrigin | undefined> {
  const outfile = path.join(packageRoot, `out/${name}.js`)
  const mapped: BuildOptions = { sourcemap: 'external', sourcesContent: false, outfile }
  const result = await bundler.run('map', { ...serverOptions(bundler, name), ...mapped })
  const [map, code] = result.outputFiles ?? []
  if (code?.text !== (await textAt(address))) return undefined
  const find = mappedBy(map?.text, path.dirname(outfile))
  const file = address.startsWith('file:') ? fileURLToPath(address) : address
  return place => (place.file === file ? find(place) : undefined)
}

async function textAt(address: string): Promise<string> {
  if (address.startsWith('file:')) return readFile(fileURLToPath(address), 'utf8').catch(() => '')
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64').toString()
}
