/**
 * Sets V8 up before any of the program is loaded: a flag, then the compile cache, which depends on the flags. This is the only
 * place that changes V8, and saves a third of a build (`src/README.md`).
 */
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/**
 * Returns the flag that makes a version of V8 optimize later, undefined for versions whose flags we haven't measured. A build lasts
 * seconds, and each of its threads would optimize the same functions for itself, which costs more than it saves.
 */
export function flagFor(version) {
  const major = Number.parseInt(version, 10)
  if (major === 11) return '--interrupt-budget=1600000'
  if (major >= 12 && major <= 14) return '--invocation-count-for-turbofan=20000'
  return undefined
}

const flag = flagFor(process.versions.v8)
if (flag !== undefined) setFlagsFromString(flag)
// Node.js 22.8 and newer. Beside the program, where nobody else may write, or nowhere.
const { enableCompileCache } = /** @type {{ enableCompileCache?(folder: string): void }} */ (module)
enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/v8', import.meta.url)))
