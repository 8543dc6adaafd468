/** Code of the site – configuration, plugins, components – evaluated in this process. */
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { type CodePlace, placesIn, readThrown, type Thrown } from './errors.ts'
import { packageRoot } from './package.ts'

/** A CommonJS module bundled from code of the site. */
export interface BundledCode {
  code: string
  hash: string
  /** Absolute file of its entry. */
  file: string
}

/** Parameter that a bundle has in place of `import.meta`. */
export const MODULE_ADDRESS = 'docsgenModuleAddress'

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

/** File name of a bundle in stacks. */
export function bundleName(hash: string): string {
  return `docsgen-plugin-${hash}`
}

/** A bundle that is evaluated in a thread of its own first; `options` are those of a plugin. */
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

/** The outcome of code of the site; rejected where it waits for something that never comes, which would end the process. */
export async function settled<Result>(promise: Promise<Result>): Promise<Result> {
  let refuse = (): void => undefined
  const idle = new Promise<never>((_resolve, reject) => {
    refuse = () => reject(new Error('it waits for something that never comes.'))
    process.once('beforeExit', refuse)
  })
  return Promise.race([promise, idle]).finally(() => process.off('beforeExit', refuse))
}

/** Code of the site that may have left something that still runs, such as a timer. */
export interface SiteCode {
  /** As a sentence begins: ``The plugin `a` ``. */
  what: string
  /** The rule of what goes wrong in it. */
  rule: string
  /** The innermost call in it, its file relative to the root of the site. */
  originOf(stack: string): CodePlace | undefined
}

/** By file name in stacks, the most recent last. */
const known = new Map<string, SiteCode>()
const MOST_KNOWN = 100

/** Remembers code, to be named for an error that comes when nobody waits for it any more. */
export function noteSiteCode(name: string, code: SiteCode): void {
  known.set(name, code)
  for (const oldest of known.keys()) if (known.size > MOST_KNOWN) known.delete(oldest)
}

/** The code of the site that an error comes from, and its place; undefined for an error of another kind. */
export function findSiteCode(
  error: unknown,
): (Omit<SiteCode, 'originOf'> & { place?: CodePlace }) | undefined {
  const { stack = '' } = error instanceof Error ? error : {}
  const code = placesIn(stack)
    .map(({ file }) => known.get(file))
    .find(Boolean)
  if (!code) return undefined
  const place = code.originOf(stack)
  return { what: code.what, rule: code.rule, ...(place ? { place } : {}) }
}
