import path from 'node:path'
import type { Plugin } from 'esbuild'
import { readStored, writeStored } from '../cache/checked-file.ts'
import { packageRoot } from '../lib/package.ts'
import { CLIENT, sheets } from './browser.ts'
import { bundleOnce, COMMON } from './bundler.ts'
import type { Theme } from './theme.ts'
import { themePlugin } from './theme-plugin.ts'
import { findThemeSource } from './theme-source.ts'

/** Modules of the client that others take the place of where a document is opened as a file. */
const REPLACED: Readonly<Record<string, string>> = {
  [path.join(CLIENT, 'fetch-json.ts')]: path.join(CLIENT, 'portable/fetch-json.ts'),
  [path.join(CLIENT, 'search/load-stemmer.ts')]: path.join(CLIENT, 'portable/load-stemmer.ts'),
}

/**
 * The one classic script of documents that open from any path: theme, search and islands of the site. From the cache unless
 * its sources changed.
 */
export async function bundlePortable(
  root: string,
  cacheDir: string,
  { added, components }: Pick<Theme, 'added' | 'components'>,
): Promise<string> {
  const source = await findThemeSource(root, cacheDir, added)
  const kept = path.join(cacheDir, 'theme/portable.js')
  const stored = await readStored(kept)
  if (stored?.startsWith(`${source.hash}\n`)) return stored.slice(source.hash.length + 1)
  const bundler = bundleOnce({ ...source, islands: components?.islands ?? {} })
  const { outputFiles = [] } = await bundler.run('portable', {
    ...COMMON,
    entryPoints: [path.join(CLIENT, 'portable/main.ts')],
    format: 'iife',
    outdir: path.join(packageRoot, 'out'),
    plugins: [replacing, sheets(bundler), themePlugin(() => bundler.source, 'browser')],
  })
  const code = outputFiles[0]?.text ?? ''
  await writeStored(kept, `${source.hash}\n${code}`)
  return code
}

const replacing: Plugin = {
  name: 'docsgen-portable',
  setup(build) {
    build.onResolve({ filter: /\/(?:fetch-json|load-stemmer)\.ts$/ }, ({ path: name, resolveDir }) => {
      const own = REPLACED[path.resolve(resolveDir, name)]
      return own === undefined || resolveDir === path.dirname(own) ? undefined : { path: own }
    })
  },
}

/** A module without imports as a classic script that gives what it exports (`client/portable/run-script.ts`). */
export async function classicScript(module: string): Promise<string> {
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
