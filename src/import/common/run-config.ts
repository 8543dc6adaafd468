import { spawn } from 'node:child_process'
import path from 'node:path'
import { endsWithUs } from '../../lib/git.ts'
import { packageRoot } from '../../lib/package.ts'

/** What a configuration evaluates to, as data, or why it could not be read. */
export interface Evaluated {
  config?: unknown
  error?: string
  /** Packages that it needs and that are not installed. */
  missing: string[]
}

/** How long a configuration may run, in milliseconds. */
const TIME_LIMIT = 20_000

/**
 * Runs a configuration in a process of its own, which writes what it is as JSON to file descriptor 3.
 * @param program below `compiled`
 * @param cwd the folder that the other generator would be started in
 */
export function runChild(program: string, args: readonly string[], cwd: string): Promise<Evaluated> {
  const started = spawn(process.execPath, [path.join(packageRoot, 'compiled', program), ...args], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    timeout: TIME_LIMIT,
    killSignal: 'SIGKILL',
  })
  const child = endsWithUs(started)
  const parts: Buffer[] = []
  const result = child.stdio[3]
  result?.on('data', (part: Buffer) => parts.push(part))
  return new Promise(resolve => {
    child.once('error', error => resolve({ error: error.message, missing: [] }))
    child.once('close', () => resolve(readResult(Buffer.concat(parts).toString())))
  })
}

function readResult(text: string): Evaluated {
  try {
    return JSON.parse(text) as Evaluated
  } catch {
    return { error: 'it ended, or took too long, without a result.', missing: [] }
  }
}

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
