import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hashData } from '../lib/hash.ts'
import { listFiles } from '../lib/files.ts'
import { packagedCache, packageRoot, packageVersion } from '../lib/package.ts'
import { type Damage, readStored, writeStored } from '../cache/checked-file.ts'

interface ScriptFile {
  /** Folder in a cache. */
  folder: string
  /** File name there. */
  name: string
}

interface ScriptSource {
  /** Below `src`. */
  entry: string
  /** Files below `src` that the script may be made of: another text of one is another script. */
  files(): Promise<string[]>
}

/**
 * A classic script that does not depend on a site, from nowhere but this package: bundled with it, or once if its sources
 * changed. `cacheDir` is the absolute folder for what the next build can use again.
 */
export async function keptScript(
  { folder, name }: ScriptFile,
  { entry, files }: ScriptSource,
  cacheDir: string,
  damage?: Damage,
): Promise<string> {
  const source = path.join(packageRoot, 'src')
  const texts = (await files()).map(file => [file, readFileSync(path.join(source, file), 'utf8')])
  const key = hashData([packageVersion(), texts])
  for (const cache of [packagedCache, cacheDir]) {
    const text = await readStored(path.join(cache, folder, name), damage)
    if (text?.startsWith(`${key}\n`)) return text.slice(key.length + 1)
  }
  const code = await bundle(path.join(source, entry))
  await writeStored(path.join(cacheDir, folder, name), `${key}\n${code}`)
  return code
}

/** Files of rooms of `src`, with the rooms. */
export async function filesOfRooms(rooms: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(rooms.map(room => listFiles(path.join(packageRoot, 'src', room))))
  return rooms.flatMap((room, index) => lists[index]?.map(file => `${room}/${file}`) ?? [])
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
