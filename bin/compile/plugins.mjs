import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { COMMON } from './program.mjs'

/** What docsgen gives plugins, and what a site that wants it installs. */
const EXTERNAL = ['zod', 'beautiful-mermaid']

/**
 * Writes the plugins that come with docsgen into a folder: a module each, which a site's build bundles like any other
 * plugin, and its style sheet. Returns the files they were made from, relative to the root, and those of each style sheet, which
 * sites carry, by its path.
 */
export async function compilePlugins(root, folder) {
  const home = path.join(root, 'src/plugins')
  const names = readdirSync(home, { withFileTypes: true }).filter(entry => entry.isDirectory())
  const sheets = names.map(({ name }) => path.join(home, name, `${name}.css`)).filter(existsSync)
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: [...names.map(({ name }) => path.join(home, name, `${name}.ts`)), ...sheets],
    outdir: folder,
    entryNames: '[name]',
    assetNames: '[name]',
    outExtension: { '.js': '.mjs' },
    loader: { '.woff2': 'file' },
    bundle: true,
    format: 'esm',
    external: EXTERNAL,
    // They have no source maps in which names could be found: short ones are a tenth of them.
    minifyIdentifiers: true,
    metafile: true,
    logLevel: 'warning',
  })
  const styles = Object.entries(metafile.outputs).filter(([file]) => file.endsWith('.css'))
  return {
    inputs: Object.keys(metafile.inputs),
    styles: Object.fromEntries(
      styles.map(([file, { inputs }]) => [path.join(root, file), Object.keys(inputs)]),
    ),
  }
}
