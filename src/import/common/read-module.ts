import { type Evaluated, runChild } from './run-child.ts'

/**
 * What a configuration module exports, as data: read in a process of its own, started in the folder `cwd`.
 * @param mode `stubs`: no package is loaded, calls of theirs are `{ $call, args }`
 */
export function readModule(
  file: string,
  cwd: string,
  mode: 'packages' | 'stubs' = 'packages',
): Promise<Evaluated> {
  return runChild('import/common/module-child.js', [file, mode], cwd)
}
