import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readText, folderWith } from './files.ts'

/** Folder of this code: `src/lib`, or one of the compiled program. */
const here = path.dirname(fileURLToPath(import.meta.url))

/** Absolute folder of the running docsgen package. */
export const packageRoot = folderWith('package.json', here) ?? here

/** Compiling leaves the hash of the program there. */
const HASH_FILE = 'hash.txt'
const ownFolder = folderWith(HASH_FILE, here)

/** True for the compiled program, false while docsgen runs from its sources. */
export const isCompiled = ownFolder !== undefined

const compiledFolder = ownFolder ?? path.join(packageRoot, 'compiled')

export function packageVersion(): string {
  const text = readFileSync(path.join(packageRoot, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Version of a package that docsgen uses at run time. */
export function dependencyVersion(name: string): string {
  const require = createRequire(path.join(packageRoot, 'package.json'))
  return (require(`${name}/package.json`) as { version: string }).version
}

/** Bundles made when docsgen was compiled, in the form of a cache: a site without templates of its own needs no bundler. */
export const packagedCache = path.join(compiledFolder, 'bundled')

/** Plugins that come with docsgen: a module each, with its style sheets beside it. */
export const firstPartyFolder = path.join(compiledFolder, 'plugins')

/** Hash of the running program; its version while it runs from sources that were never compiled. */
export const codeHash = readText(path.join(compiledFolder, HASH_FILE)) ?? packageVersion()

/** `codeHash` with the versions of Node.js and esbuild, because docsgen doesn't read the caches of another program. */
export function programHash(): string {
  return `${codeHash}-${process.versions.node.split('.')[0]}-${dependencyVersion('esbuild')}`
}
