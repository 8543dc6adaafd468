import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A job for a worker: what to do, what is the same for all items, and some of the items. */
export interface Task {
  job: string
  /** Sent with every batch; keep it small or let the worker load what is big by itself. */
  setup: unknown
  items: unknown[]
}

export type TaskAnswer = { results: unknown[] } | { error: string; stack: string }

/** Worker threads that take batches of items. Results come in the order of the items, whoever made them. */
export interface Pool {
  /** True once a thread runs: more work for it costs nothing to start. */
  readonly started: boolean
  /** `batch` is the number of items per message. */
  run(job: string, work: { setup: unknown; items: readonly unknown[]; batch: number }): Promise<unknown[]>
  close(): Promise<void>
}

/** Creates a pool of at most `size` threads of the module `file`; threads start when they are first needed. */
export function createPool(file: URL, size = availableParallelism()): Pool {
  const workers: Worker[] = []

  const run: Pool['run'] = async (job, { setup, items, batch }) => {
    const results: unknown[] = new Array(items.length)
    const batches = Math.ceil(items.length / batch)
    const state = { next: 0 }
    const count = Math.min(size, batches)
    while (workers.length < count) workers.push(new Worker(file))
    await Promise.all(workers.slice(0, count).map(worker => drain(worker)))
    return results

    async function drain(worker: Worker): Promise<void> {
      while (state.next < batches) {
        const start = state.next * batch
        state.next += 1
        const task: Task = { job, setup, items: items.slice(start, start + batch) }
        const answer = await ask(worker, task)
        answer.forEach((result, index) => (results[start + index] = result))
      }
    }
  }

  async function close(): Promise<void> {
    await Promise.all(workers.splice(0).map(worker => worker.terminate()))
  }

  return {
    get started() {
      return workers.length > 0
    },
    run,
    close,
  }
}

function ask(worker: Worker, task: Task): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: TaskAnswer) => {
      worker.off('error', onError)
      if ('results' in answer) resolve(answer.results)
      else reject(Object.assign(new Error(answer.error), { stack: answer.stack }))
    }
    const onError = (error: Error) => {
      worker.off('message', onMessage)
      reject(error)
    }
    worker.once('message', onMessage)
    worker.once('error', onError)
    worker.postMessage(task)
  })
}
