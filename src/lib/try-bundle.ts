import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BundledCode } from './evaluate-bundle.ts'
import { packageRoot } from './package.ts'
import { readThrown, type Thrown } from './stack.ts'

/** Code of the site that is evaluated in a thread of its own first; `options` are those of a plugin. */
export type Trial = BundledCode & { options?: Record<string, unknown> }

/**
 * Evaluates a bundle in a thread that ends afterwards. Returns why the main thread must not evaluate it: it ended its process, or
 * took longer than `limit` milliseconds (`time`). What it throws is thrown again there.
 */
export function tryBundle(trial: Trial, limit: number): Promise<Thrown | 'time' | undefined> {
  const file = path.join(packageRoot, 'bin/worker.js')
  const worker = new Worker(file, { workerData: { trial }, stdout: true })
  return new Promise(resolve => {
    const end = (outcome: Thrown | 'time' | undefined) => {
      clearTimeout(timer)
      resolve(outcome)
      void worker.terminate()
    }
    const timer = setTimeout(() => end('time'), limit)
    worker.once('message', (ended: { exit?: Error }) =>
      end(ended.exit && readThrown(Object.assign(new Error(), ended.exit))),
    )
    worker.once('error', () => end(undefined))
    worker.once('exit', () => end({ reason: 'it ended the process.', stack: '' }))
  })
}
