import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '../..')

/** Loads modules of `src/` by their paths, bundled on the fly; returns all their exports in one object. */
export async function loadSource(files) {
  const folder = path.join(root, 'node_modules/.cache/bench')
  const outfile = path.join(folder, `source-${process.pid}.mjs`)
  mkdirSync(folder, { recursive: true })
  await build({
    stdin: {
      contents: files.map(file => `export * from './src/${file}'`).join('\n'),
      resolveDir: root,
    },
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
  return import(pathToFileURL(outfile).href)
}
