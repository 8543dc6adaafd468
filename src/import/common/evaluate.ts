import { spawn } from 'node:child_process'
import path from 'node:path'
import { endsWithUs } from '../../lib/git.ts'
import { packageRoot } from '../../lib/package.ts'

/** A configuration as data, or why it could not be read. */
export interface Evaluated {
  config?: unknown
  error?: string
  /** Packages and files that it needs and that are missing. */
  missing: string[]
}

/** The module to evaluate, and the surroundings that its generator would give it. */
export interface Evaluation {
  /** Absolute. */
  file?: string | undefined
  /** Source of the pattern for packages that are replaced by stubs without a report. */
  stubs: string
  /** Packages with what they export here. */
  provided?: Record<string, object>
  /** Argument of a configuration that is a function. */
  context?: object
  /** Absolute folder that holds `.vitepress`: folders of such a site have configurations, too. */
  vitepress?: string
}

/** Time limit of a configuration, in milliseconds. */
const TIME_LIMIT = 20_000

/**
 * Evaluates a configuration in a process of its own, started in the folder `cwd`: it is a program, which may need packages that are
 * not installed, print, call home, or hang. The process writes the result as JSON to file descriptor 3.
 */
export function evaluate(evaluation: Evaluation, cwd: string): Promise<Evaluated> {
  const program = path.join(packageRoot, 'compiled/import/common/evaluate-child.js')
  const child = endsWithUs(
    spawn(process.execPath, [program, JSON.stringify(evaluation)], {
      cwd,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      timeout: TIME_LIMIT,
      killSignal: 'SIGKILL',
    }),
  )
  const parts: Buffer[] = []
  child.stdio[3]?.on('data', (part: Buffer) => parts.push(part))
  return new Promise(resolve => {
    child.once('error', error => resolve({ error: error.message, missing: [] }))
    child.once('close', () => {
      try {
        resolve(JSON.parse(Buffer.concat(parts).toString()) as Evaluated)
      } catch {
        resolve({ error: 'it ended, or took too long, without a result.', missing: [] })
      }
    })
  })
}
