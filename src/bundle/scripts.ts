import path from 'node:path'
import type { Plugin } from 'esbuild'
import { readStored, writeStored } from '../cache/store.ts'
import { isCompiled, packagedCache, packageRoot } from '../lib/package.ts'
import type { AddedTheme } from '../plugins/load.ts'
import { CLIENT, sheets } from './browser.ts'
import { bundle, findThemeSource, themePlugin } from './bundler.ts'
import type { BundledComponents } from './own-templates.ts'

/** Scripts that come with the package. */
const SCRIPTS = {
  analytics: 'client/analytics.ts',
  redirect: 'client/redirect.ts',
  /** Serves offline. */
  'worker-main': 'offline/worker/main.ts',
  /** Removes what an earlier build stored. */
  'worker-uninstall': 'offline/worker/uninstall.ts',
  /** Removes what another generator stored. */
  'worker-retire': 'offline/worker/retire.ts',
}

/** A classic script. docsgen that runs from its sources bundles it. */
export async function packagedScript(name: keyof typeof SCRIPTS) {
  const kept = isCompiled ? readStored(fileOf(name)) : undefined
  return kept ?? bundleScript(SCRIPTS[name])
}

export async function keepScripts() {
  for (const [name, entry] of Object.entries(SCRIPTS)) writeStored(fileOf(name), await bundleScript(entry))
}

function fileOf(name: string) {
  return path.join(packagedCache, 'scripts', `${name}.js`)
}

/** `entry` is relative to `src`. */
export async function bundleScript(entry: string, format: 'iife' | 'esm' = 'iife') {
  const { outputFiles } = await bundle({ entryPoints: [path.join(packageRoot, 'src', entry)], format })
  return outputFiles?.[0]?.text ?? ''
}

const LOADER = path.join(CLIENT, 'fetch-json.ts')
const PORTABLE_LOADER = path.join(CLIENT, 'portable/data.ts')

/** For documents that open from any path: one classic script. */
export async function bundlePortable(
  root: string,
  { added, components }: { added?: readonly AddedTheme[]; components?: BundledComponents },
) {
  const source = await findThemeSource(root, added)
  const withIslands = { ...source, islands: components?.islands ?? {} }
  const { outputFiles = [] } = await bundle({
    entryPoints: [path.join(CLIENT, 'portable/main.ts')],
    format: 'iife',
    outdir: path.join(packageRoot, 'out'),
    plugins: [replacing, sheets(withIslands), themePlugin(withIslands, 'browser')],
  })
  return outputFiles[0]?.text ?? ''
}

const replacing: Plugin = {
  name: 'docsgen-portable',
  setup(build) {
    build.onResolve({ filter: /\/fetch-json\.ts$/ }, ({ path: name, importer, resolveDir }) => {
      const isReplaced = importer !== PORTABLE_LOADER && path.resolve(resolveDir, name) === LOADER
      return isReplaced ? { path: PORTABLE_LOADER } : undefined
    })
  },
}

/** A module without imports as a classic script, for `client/portable/data.ts`. */
export async function classicScript(module: string) {
  const { transform } = await import('esbuild')
  const { code } = await transform(module, {
    format: 'iife',
    globalName: 'docsgenData',
    minify: true,
    target: 'es2022',
    tsconfigRaw: '{}',
  })
  return code
}
