import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Damage, writeWhole } from '../cache/checked-file.ts'
import { hashContent } from '../lib/hash.ts'
import { MODULE_NAMES, type ServerModuleName, type ServerModules } from './server-module.ts'

export type ModuleHashes = Record<ServerModuleName, string>

/** Writes the modules of the theme `hash`. Without room for a file (R-CACHE-4) they are their own addresses, without hashes. */
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
