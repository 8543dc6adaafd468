import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readText, folderWith } from './files.ts'

const here = path.dirname(fileURLToPath(import.meta.url))

export const packageRoot = folderWith('package.json', here) ?? here

const HASH_FILE = 'hash.txt'
const ownFolder = folderWith(HASH_FILE, here)

export const isCompiled = ownFolder !== undefined

const compiledFolder = ownFolder ?? path.join(packageRoot, 'compiled')

export const packageRequire = createRequire(path.join(packageRoot, 'package.json'))

export function packageVersion() {
  return dependencyVersion('.')
}

export function dependencyVersion(name: string) {
  return (packageRequire(`${name}/package.json`) as { version: string }).version
}

/** refractor doesn't export its `package.json`. */
function highlighterVersion() {
  const load = createRequire(packageRequire.resolve('refractor/core'))
  return (load('../package.json') as { version: string }).version
}

/** Bundles of the templates in the form of a cache: a site without own templates needs no bundler. */
export const packagedCache = path.join(compiledFolder, 'bundled')

/** Plugins that come with docsgen, with their style sheets. */
export const firstPartyFolder = path.join(compiledFolder, 'plugins')

/** Hash of the program; its version if the sources were never compiled. */
export const codeHash = readText(path.join(compiledFolder, HASH_FILE)) ?? packageVersion()

/** Caches that other versions made aren't read. */
export function programHash() {
  return `${codeHash}-${process.versions.node.split('.')[0]}-${dependencyVersion('esbuild')}-${highlighterVersion()}`
}
