/** Entry of a worker thread: answers batches of parse and render jobs. */
import { parentPort } from 'node:worker_threads'
import { jobs } from './jobs.ts'
import type { Task, TaskAnswer } from './lib/pool.ts'

parentPort?.on('message', async ({ job, setup, items }: Task) => {
  parentPort?.postMessage(await answer(job, setup, items))
})

async function answer(job: string, setup: unknown, items: unknown[]): Promise<TaskAnswer> {
  try {
    const run = jobs[job as keyof typeof jobs] as (setup: unknown, items: unknown[]) => Promise<unknown[]>
    return { results: await run(setup, items) }
  } catch (error) {
    const { message, stack = '' } = error as Error
    return { error: message, stack }
  }
}
