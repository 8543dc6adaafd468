import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions, BuildResult } from 'esbuild'
import { packageRoot } from '../lib/package.ts'
import { type FindOrigin, mappedBy } from '../lib/stack.ts'
import { bundleOnce, type Bundler, COMMON } from './bundler.ts'
import type { AddedTheme } from '../schema/added-theme.ts'
import { themePlugin } from './theme-plugin.ts'
import { findThemeSource } from './theme-source.ts'

/** `cjs` for what comes with the package: what V8 makes of it can be kept. */
export type ModuleFormat = 'esm' | 'cjs'

/** Bundles the module that renders pages. */
export async function bundleServer(
  bundler: Bundler,
  format: ModuleFormat,
): Promise<{ code: string; bundle: BuildResult }> {
  const bundle = await bundler.run('server', serverOptions(bundler, format))
  return { code: bundle.outputFiles?.[0]?.text ?? '', bundle }
}

function serverOptions(bundler: Bundler, format: ModuleFormat): BuildOptions {
  return {
    ...COMMON,
    format,
    entryPoints: [path.join(packageRoot, 'templates/server.tsx')],
    platform: 'browser',
    metafile: true,
    // This build of React's server renderer needs nothing of Node.js and leaves no open port behind.
    conditions: ['edge-light'],
    plugins: [themePlugin(() => bundler.source, 'server')],
  }
}

/**
 * Tells where the code of the server module of a theme was written. The module is bundled once more for it, because
 * a source map is needed only when a template fails; undefined when the templates are others by now.
 */
export async function mapServer(
  { root, cacheDir }: { root: string; cacheDir: string },
  { serverModule: address, added }: { serverModule: string; added?: readonly AddedTheme[] },
): Promise<FindOrigin | undefined> {
  const bundler = bundleOnce(await findThemeSource(root, cacheDir, added))
  const format = address.endsWith('.cjs') ? 'cjs' : 'esm'
  const outfile = path.join(packageRoot, 'out/server.js')
  const mapped: BuildOptions = { sourcemap: 'external', sourcesContent: false, outfile }
  const result = await bundler.run('map', { ...serverOptions(bundler, format), ...mapped })
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
