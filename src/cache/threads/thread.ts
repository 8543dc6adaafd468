import { parentPort, workerData } from 'node:worker_threads'
import { evaluateBundle, type Trial } from '../../lib/site-code.ts'
import { noteHooks, type PluginSource, pluginOf } from '../../plugins/run.ts'
import { type JobName, jobs } from './jobs.ts'
import { type Answer, keepLast, type Request, type ThrownError } from './pool.ts'

type DoBatch = (items: unknown[], at: (position: number) => void) => Promise<unknown[]>

const { progress = new Int32Array(2), trial } = workerData as { progress?: Int32Array; trial?: Trial }
/** By the number of the setup. */
const prepared = new Map<number, Promise<DoBatch>>()
let isEnding = false
let last = Promise.resolve()

noteHooks(plugin => (progress[1] = plugin))

// An uncaught error ends the thread too, and is reported with its message.
process.on('uncaughtExceptionMonitor', () => (isEnding = true))
process.on('exit', code => {
  if (isEnding) return
  const error = new Error(
    `\`process.exit(${code})\` isn't allowed in the configuration, templates or plugins. Throw an error instead.`,
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

async function answer({ job, number, items, setup }: NonNullable<Request>): Promise<Answer> {
  try {
    const prepare = jobs[job as JobName] as (setup: unknown) => Promise<DoBatch>
    const preparing = prepared.get(number) ?? prepare(setup)
    prepared.set(number, preparing)
    keepLast(prepared)
    const work = await preparing
    return { results: await work(items, position => (progress[0] = position + 1)) }
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
