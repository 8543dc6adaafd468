import { createRequire } from 'node:module'
import path from 'node:path'
import { packageRoot } from './package.ts'

const require = createRequire(import.meta.url)

/** Imports a module by its address (`file:`, `data:`). In the compiled program every other `import()` is a `require()`. */
export const { importModule } = require(path.join(packageRoot, 'bin/import-module.cjs')) as {
  importModule(address: string): Promise<unknown>
}
