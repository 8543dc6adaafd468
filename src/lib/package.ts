import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute folder of the running docsgen package: one level above the compiled program. */
export const packageRoot = path.resolve(fileURLToPath(import.meta.url), '../../..')

/** Version of the running docsgen, from its `package.json`. */
export function packageVersion(): string {
  const text = readFileSync(path.join(packageRoot, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Hash of the running program and of the Node.js major version: caches written by another program are not read (R-CACHE-5). */
export function programHash(): string {
  const compiled = path.join(packageRoot, 'compiled')
  const files = readdirSync(compiled, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.js'),
  )
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(path.join(compiled, file)))
  return hash.digest('hex').slice(0, 16)
}
