/** Entry of a worker thread: answers batches of jobs. */
import { parentPort } from 'node:worker_threads'
import { jobs } from './jobs.ts'
import type { Task, TaskAnswer } from './lib/pool.ts'

/** The setup of the present run; kept as one object, because stages keep what they make from it by identity. */
const current: { run: number; setup: unknown } = { run: 0, setup: undefined }

parentPort?.on('message', async (task: Task) => {
  if (task.run !== current.run) Object.assign(current, { run: task.run, setup: task.setup })
  parentPort?.postMessage(await answer(task))
})

async function answer({ job, items }: Task): Promise<TaskAnswer> {
  try {
    const run = jobs[job as keyof typeof jobs] as (setup: unknown, items: unknown[]) => Promise<unknown[]>
    return { results: await run(current.setup, items) }
  } catch (error) {
    const { message, stack = '' } = error as Error
    return { error: message, stack }
  }
}
