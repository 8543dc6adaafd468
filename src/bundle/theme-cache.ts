import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Damage, writeWhole } from '../cache/checked-file.ts'
import { hashContent } from '../lib/hash.ts'
import { MODULE_NAMES, type ServerModuleName, type ServerModules } from './server-module.ts'

export type ModuleHashes = Record<ServerModuleName, string>

/** Writes the modules of the theme `hash`. Without room for a file they are their own addresses, without hashes. */
export async function writeModules(
  folder: string,
  hash: string,
  code: Record<ServerModuleName, string>,
): Promise<{ modules: ServerModules; hashes?: ModuleHashes }> {
  const written = await Promise.all(
    MODULE_NAMES.map(name => writeWhole(moduleFile(folder, hash, name), code[name])),
  )
  if (written.includes(false)) return { modules: byName(name => dataAddress(code[name])) }
  return { modules: modulesIn(folder, hash), hashes: byName(name => hashContent(code[name], 64)) }
}

/** Addresses of the modules of the theme `hash`; undefined when one is not there or is damaged. */
export async function readModules(
  folder: string,
  hash: string,
  hashes: ModuleHashes,
  damage?: Damage,
): Promise<ServerModules | undefined> {
  for (const name of MODULE_NAMES) {
    const file = moduleFile(folder, hash, name)
    const code = await readFile(file).catch(() => '')
    if (hashContent(code, 64) === hashes[name]) continue
    damage?.add(file)
    return undefined
  }
  return modulesIn(folder, hash)
}

function moduleFile(folder: string, hash: string, name: ServerModuleName): string {
  return path.join(folder, `${hash}.${name}.mjs`)
}

function modulesIn(folder: string, hash: string): ServerModules {
  return byName(name => pathToFileURL(moduleFile(folder, hash, name)).href)
}

function dataAddress(code: string): string {
  return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
}

function byName(make: (name: ServerModuleName) => string): Record<ServerModuleName, string> {
  return { server: make('server'), strings: make('strings') }
}

/** How many bundled themes stay in the cache beside the one in use: those of other branches, and of edits taken back. */
const KEPT = 8

/** Files of a theme: its description and its modules. */
const FILES = 1 + MODULE_NAMES.length

/** Notes that a cached theme is in use, so that it outlives those that aren't. */
export async function touchTheme(folder: string, hash: string): Promise<void> {
  const now = new Date()
  const files = [
    path.join(folder, `${hash}.json`),
    ...MODULE_NAMES.map(name => moduleFile(folder, hash, name)),
  ]
  await Promise.allSettled(files.map(file => utimes(file, now, now)))
}

/** Removes the themes that were used longest ago; every edit of a template leaves one. */
export async function pruneThemes(folder: string, hash: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  // The script of offline copies is one for all themes, replaced by the next.
  const others = names.filter(name => !name.startsWith(`${hash}.`) && !name.startsWith('portable.'))
  const files = await Promise.all(
    others.map(async name => {
      const file = path.join(folder, name)
      return {
        file,
        used: await stat(file).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      }
    }),
  )
  const old = files.toSorted((a, b) => b.used - a.used).slice(KEPT * FILES)
  await Promise.allSettled(old.map(({ file }) => rm(file, { recursive: true, force: true })))
}
