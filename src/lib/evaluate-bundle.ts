import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import { packageRoot } from './package.ts'

/** What was bundled from code of the site: a CommonJS module. */
export interface BundledCode {
  code: string
  /** What it is called in stacks, see `bundleName`. */
  hash: string
  /** Absolute file of its entry. */
  file: string
}

/** What a bundle finds in place of `import.meta`. */
export const MODULE_ADDRESS = 'docsgenModuleAddress'

/** Evaluates a bundle and returns what it exports, whatever that is. What it throws is thrown. */
export function evaluateBundle({ code, hash, file }: BundledCode): { default?: unknown } {
  const module = { exports: {} as { default?: unknown } }
  const parameters = ['module', 'exports', 'require', '__filename', '__dirname', MODULE_ADDRESS]
  const run = compileFunction(code, parameters, { filename: bundleName(hash) }) as (
    ...given: unknown[]
  ) => void
  const require = createRequire(path.join(packageRoot, 'package.json'))
  run(module, module.exports, require, file, path.dirname(file), pathToFileURL(file).href)
  return module.exports
}

/** What a stack calls the file of a bundle. */
export function bundleName(hash: string): string {
  return `docsgen-plugin-${hash}`
}
