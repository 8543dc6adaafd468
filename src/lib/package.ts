import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readText } from './files.ts'

/** Absolute folder of the running docsgen package: the nearest with a `package.json`, wherever bundling put this code. */
export const packageRoot = findPackageRoot(path.dirname(fileURLToPath(import.meta.url)))

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
export const packagedCache = path.join(packageRoot, 'compiled/bundled')

/** The program does not change while it runs. */
const known = new Map<'hash', string>()

/** Hash of the running program. */
export function codeHash(): string {
  const hash = known.get('hash') ?? readText(path.join(packageRoot, 'compiled', HASH_FILE)) ?? hashProgram()
  known.set('hash', hash)
  return hash
}

/** Where compiling leaves the hash: reading the whole program at each start takes longer than starting it. */
const HASH_FILE = 'hash.txt'

/** Writes down the hash of the program that has just been compiled. */
export function keepProgramHash(): void {
  writeFileSync(path.join(packageRoot, 'compiled', HASH_FILE), hashProgram())
}

/** The same with the Node.js major version: caches written by another program are not read (R-CACHE-5). */
export function programHash(): string {
  return `${codeHash()}-${process.versions.node.split('.')[0]}`
}

function hashProgram(): string {
  const compiled = path.join(packageRoot, 'compiled')
  const hash = createHash('sha256').update(packageVersion())
  for (const file of programFiles(compiled)) hash.update(file).update(readFileSync(path.join(compiled, file)))
  return hash.digest('hex').slice(0, 16)
}

/** None while the program runs from its sources. What is bundled with the package is made from them and the templates. */
function programFiles(compiled: string): string[] {
  if (!existsSync(compiled)) return []
  const files = readdirSync(compiled, { recursive: true, encoding: 'utf8' })
  return files.filter(file => file.endsWith('.cjs') && !file.startsWith('bundled')).toSorted()
}
