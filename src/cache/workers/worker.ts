/** Entry of a worker thread: does batches of items, one after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { evaluateBundle, type Trial } from '../../lib/site-code.ts'
import { noteHooks, type PluginSource, pluginOf } from '../../plugins/run.ts'
import type { JobName } from './job-types.ts'
import { jobs, PAGE_JOBS } from './jobs.ts'
import type { Answer, Request, ThrownError, WorkerData } from './pool.ts'

/** What a job does with an item, and `finish` with the results of a batch. */
type MakeItem = ((item: unknown) => unknown) & { finish?: (results: unknown[]) => Promise<unknown[]> }

const { progress = new Int32Array(2), trial } = workerData as Partial<WorkerData> & { trial?: Trial }
/** By job and setup. */
const prepared = new Map<string, Promise<MakeItem>>()
const setups = new Map<number, unknown>()
let isEnding = false
let last = Promise.resolve()

noteHooks(hook => (progress[1] = hook))

// An error that nobody catches ends the thread, too, and is reported as what it is.
process.on('uncaughtExceptionMonitor', () => (isEnding = true))
process.on('exit', code => {
  if (isEnding) return
  const error = new Error(
    `it called \`process.exit(${code})\`, which only docsgen may do; throw an error instead.`,
  )
  parentPort?.postMessage({ exit: plain(error) } satisfies Answer)
})

if (trial) {
  try {
    const value = evaluateBundle(trial).default
    if (trial.options) pluginOf(trial as PluginSource, value)
  } catch {
    // The main thread evaluates it again, and reports this.
  }
  parentPort?.postMessage({})
} else
  parentPort?.on('message', (request: Request) => {
    if (request) {
      last = last.then(async () => parentPort?.postMessage(await answer(request)))
      return
    }
    isEnding = true
    process.exit()
  })

async function answer({ job, number, forget, items, ...rest }: NonNullable<Request>): Promise<Answer> {
  if ('setup' in rest) setups.set(number, rest.setup)
  if (forget !== undefined) setups.delete(forget)
  for (const key of prepared.keys()) if (key.endsWith(`:${forget}`)) prepared.delete(key)
  try {
    const key = `${job}:${number}`
    const preparing =
      prepared.get(key) ?? (jobs[job as JobName] as (setup: unknown) => Promise<MakeItem>)(setups.get(number))
    prepared.set(key, preparing)
    const make = await preparing
    const isOfPages = PAGE_JOBS.has(job)
    const results: unknown[] = []
    for (const [index, item] of items.entries()) {
      if (isOfPages) progress[0] = index + 1
      const made = make(item)
      results.push(made instanceof Promise ? await made : made)
    }
    progress[0] = 0
    return { results: make.finish ? await make.finish(results) : results }
  } catch (error) {
    return { error: plain(error) }
  } finally {
    progress[0] = 0
  }
}

function plain(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack, code, path, dest } = error as ThrownError
  return { name, message, stack, code, path, dest } as ThrownError
}
