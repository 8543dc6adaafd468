import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readText } from './read-text.ts'

/** Folder of this code: `src/lib`, or `chunks` of the compiled program. */
const here = path.dirname(fileURLToPath(import.meta.url))

/** Absolute folder of the running docsgen package: the nearest with a `package.json`, wherever bundling put this code. */
export const packageRoot = findPackageRoot(here)

/** Absolute folder of the compiled program: this one, or the package's own while it runs from its sources. */
const compiledFolder =
  path.basename(here) === 'chunks' ? path.dirname(here) : path.join(packageRoot, 'compiled')

function findPackageRoot(folder: string): string {
  const parent = path.dirname(folder)
  return parent === folder || existsSync(path.join(folder, 'package.json')) ? folder : findPackageRoot(parent)
}

/** Version of the running docsgen, from its `package.json`. */
export function packageVersion(): string {
  const text = readFileSync(path.join(packageRoot, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Version of a package that docsgen uses at run time. */
export function dependencyVersion(name: string): string {
  const require = createRequire(path.join(packageRoot, 'package.json'))
  return (require(`${name}/package.json`) as { version: string }).version
}

/** What was bundled when docsgen was compiled, in the form of a cache: a site without templates of its own needs no bundler. */
export const packagedCache = path.join(compiledFolder, 'bundled')

/** Plugins that come with docsgen: a module each, with its style sheets beside it. */
export const firstPartyFolder = path.join(compiledFolder, 'plugins')

/** Where compiling leaves the hash: reading the whole program at each start takes longer than starting it. */
const HASH_FILE = path.join(compiledFolder, 'hash.txt')

/** The program does not change while it runs: read once. */
let knownHash: string | undefined

/** Hash of the running program. */
export function codeHash(): string {
  return (knownHash ??= readText(HASH_FILE) ?? hashProgram())
}

/** Writes down the hash of the program that has just been compiled. */
export function keepProgramHash(): void {
  writeFileSync(HASH_FILE, hashProgram())
}

/** The same with the Node.js major version: caches written by another program are not read (R-CACHE-5). */
export function programHash(): string {
  return `${codeHash()}-${process.versions.node.split('.')[0]}`
}

function hashProgram(): string {
  const hash = createHash('sha256').update(packageVersion())
  for (const file of programFiles()) hash.update(file).update(readFileSync(path.join(compiledFolder, file)))
  return hash.digest('hex').slice(0, 16)
}

/** None while the program runs from its sources. What is bundled with the package is made from them and the templates. */
function programFiles(): string[] {
  if (!existsSync(compiledFolder)) return []
  const files = readdirSync(compiledFolder, { recursive: true, encoding: 'utf8' })
  return files.filter(file => file.endsWith('.cjs') && !file.startsWith('bundled')).toSorted()
}
