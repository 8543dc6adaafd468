import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hashData } from '../lib/hash.ts'
import { listFiles } from '../lib/files.ts'
import { packagedCache, packageRoot, packageVersion } from '../lib/package.ts'
import { type Damage, readStored, writeStored } from '../cache/checked-file.ts'

/** `main` serves offline; `uninstall` removes what an earlier build left on the reader's device. */
type WorkerEntry = 'main' | 'uninstall'

/** Absolute folder of the workers that come with the package. */
const packagedWorkers = path.join(packagedCache, 'offline')

/**
 * The worker's code in one classic script, from nowhere but this package: bundled with it, or once if its sources changed.
 * `cacheDir` is the absolute folder for what the next build can use again.
 */
export async function bundleWorker(entry: WorkerEntry, cacheDir: string, damage?: Damage): Promise<string> {
  const source = path.join(packageRoot, 'src')
  const key = hashData([packageVersion(), await sourceTexts(source)])
  const name = `worker-${entry}.js`
  const folder = path.join(cacheDir, 'offline')
  for (const known of [packagedWorkers, folder]) {
    const text = await readStored(path.join(known, name), damage)
    if (text?.startsWith(`${key}\n`)) return text.slice(key.length + 1)
  }
  const code = await bundle(path.join(source, 'offline/worker', `${entry}.ts`))
  await writeStored(path.join(folder, name), `${key}\n${code}`)
  return code
}

/** Rooms of everything that the worker may import. */
export const WORKER_ROOMS = ['offline/worker', 'shared', 'addresses', 'schema']

async function sourceTexts(source: string): Promise<[string, string][]> {
  const lists = await Promise.all(WORKER_ROOMS.map(room => listFiles(path.join(source, room))))
  const files = WORKER_ROOMS.flatMap((room, index) => lists[index]?.map(file => `${room}/${file}`) ?? [])
  // The search engine is no part of it.
  return files
    .filter(file => !file.startsWith('shared/search/'))
    .map((file): [string, string] => [file, readFileSync(path.join(source, file), 'utf8')])
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
