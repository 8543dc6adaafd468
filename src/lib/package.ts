import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute folder of the running docsgen package: one level above the compiled program. */
export const packageRoot = path.resolve(fileURLToPath(import.meta.url), '../../..')

/** Version of the running docsgen, from its `package.json`. */
export function packageVersion(): string {
  const text = readFileSync(path.join(packageRoot, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
