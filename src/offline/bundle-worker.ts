import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hashData } from '../lib/hash.ts'
import { listFiles } from '../lib/files.ts'
import { packagedCache, packageRoot, packageVersion } from '../lib/package.ts'
import { type Damage, readStored, writeStored } from '../cache/checked-file.ts'

/** `main` serves offline; `uninstall` removes what an earlier build left on the reader's device. */
export type WorkerEntry = 'main' | 'uninstall'

/** The worker's code in one classic script, from nowhere but this package: bundled with it, or once if its sources changed. */
export async function bundleWorker(entry: WorkerEntry, cacheDir: string, damage?: Damage): Promise<string> {
  const source = path.join(packageRoot, 'src')
  const key = hashData([packageVersion(), await sourceTexts(source)])
  const name = `worker-${entry}.js`
  for (const folder of [packagedWorkers, cacheDir]) {
    const known = await readStored(path.join(folder, name), damage)
    if (known?.startsWith(`${key}\n`)) return known.slice(key.length + 1)
  }
  const code = await bundle(path.join(source, 'offline/worker', `${entry}.ts`))
  await writeStored(path.join(cacheDir, name), `${key}\n${code}`)
  return code
}

/** Absolute folder of the workers that come with the package. */
export const packagedWorkers = path.join(packagedCache, 'offline')

/** Everything that the worker may import. */
async function sourceTexts(source: string): Promise<[string, string][]> {
  const own = (await listFiles(path.join(source, 'offline/worker'))).map(file => `offline/worker/${file}`)
  const shared = (await listFiles(path.join(source, 'shared'))).map(file => `shared/${file}`)
  return [...own, ...shared.filter(file => !file.slice('shared/'.length).includes('/'))].map(
    (file): [string, string] => [file, readFileSync(path.join(source, file), 'utf8')],
  )
}

async function bundle(entryPoint: string): Promise<string> {
  const { build } = await import('esbuild')
  const result = await build({
    absWorkingDir: packageRoot,
    entryPoints: [entryPoint],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
    tsconfigRaw: '{}',
  })
  return result.outputFiles[0]?.text ?? ''
}
