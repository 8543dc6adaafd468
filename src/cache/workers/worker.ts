/** Entry of a worker thread: answers batches of jobs. */
import { parentPort, workerData } from 'node:worker_threads'
import { refuseExit } from '../../lib/no-exit.ts'
import { noteHooks } from '../../plugins/running.ts'
import type { Each } from './job-types.ts'
import { jobs } from './jobs.ts'
import type { Message, Task, TaskAnswer, ThrownError, WorkerData } from './messages.ts'

/** The setups of the present runs; each stays one object, because stages keep what they make from it by identity. */
const setups = new Map<number, unknown>()
/** One task after the other, though their functions wait for modules. */
let last = Promise.resolve()
const { progress } = workerData as WorkerData
const end = refuseExit()
noteHooks(hook => (progress[2] = hook))

parentPort?.on('message', (task: Message) => {
  if (!task) return end()
  last = last.then(async () => {
    const message = await answer(task)
    parentPort?.postMessage(message, 'results' in message ? ownBuffers(message.results) : [])
  })
})

async function answer(task: Task): Promise<TaskAnswer> {
  const { id } = task
  for (const number of setups.keys()) if (!task.active.includes(number)) setups.delete(number)
  if ('setup' in task) setups.set(task.run, task.setup)
  try {
    const run = jobs[task.job as keyof typeof jobs] as (
      setup: unknown,
      items: unknown[],
      each: Each,
    ) => Promise<unknown[]>
    return { id, results: await run(setups.get(task.run), task.items, watched(id)) }
  } catch (error) {
    const { name, message, stack, code, path, dest } = error as ThrownError
    return { id, error: { name, message, stack, code, path, dest } as ThrownError }
  } finally {
    progress[1] = 0
  }
}

/** Goes through the items of a task and lets the pool see which is under way (R-PATH-2). */
function watched(task: number): Each {
  return async (items, make, kind = 'pages') => {
    const results: Awaited<ReturnType<typeof make>>[] = []
    for (const [index, item] of items.entries()) {
      if (kind === 'pages') progress.set([task, index + 1])
      const made = make(item)
      results.push((made instanceof Promise ? await made : made) as (typeof results)[number])
    }
    return results
  }
}

/** Bytes are handed over, not copied. */
function ownBuffers(results: readonly unknown[]): ArrayBuffer[] {
  const values = results.flatMap(result => Object.values(result as object) as unknown[])
  return values.flatMap(value =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  )
}
