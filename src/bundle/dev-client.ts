import path from 'node:path'
import { packageRoot } from '../lib/package.ts'

/** The browser's side of the development server as one module. */
export async function bundleDevClient(): Promise<string> {
  const { build } = await import('esbuild')
  const result = await build({
    absWorkingDir: packageRoot,
    entryPoints: [path.join(packageRoot, 'src/client/dev/main.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
    tsconfigRaw: '{}',
  })
  return result.outputFiles[0]?.text ?? ''
}
