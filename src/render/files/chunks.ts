import path from 'node:path'
import { packageRoot } from '../../lib/package.ts'

/** A page chunk as esbuild wrote it. */
export interface ChunkFile {
  /** File name: `{page key}.{hash}.js`. */
  name: string
  bytes: Uint8Array
}

/** Writes page chunks with esbuild, `scripts` by page key. It keeps a whole batch in memory: below a hundred pages. */
export async function bundleChunks(scripts: ReadonlyMap<string, string>): Promise<Map<string, ChunkFile>> {
  if (scripts.size === 0) return new Map()
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: packageRoot,
    entryPoints: [...scripts.keys()],
    bundle: true,
    write: false,
    minify: true,
    // Without imports and exports this is a classic script.
    format: 'esm',
    charset: 'utf8',
    target: 'es2022',
    outdir: 'out',
    entryNames: '[name].[hash]',
    tsconfigRaw: '{}',
    logLevel: 'silent',
    plugins: [
      {
        name: 'docsgen-chunks',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path: key }) => ({ path: key, namespace: 'chunk' }))
          onLoad({ filter: /./, namespace: 'chunk' }, ({ path: key }) => ({
            contents: scripts.get(key) ?? '',
          }))
        },
      },
    ],
  })
  const files = outputFiles.map(({ path: file, contents }) => ({
    name: path.basename(file),
    bytes: contents,
  }))
  return new Map(files.map(file => [file.name.slice(0, file.name.indexOf('.')), file]))
}
