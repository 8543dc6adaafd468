import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A job for a worker: what to do, what is the same for all items, and some of the items. */
export interface Task {
  job: string
  /** Same for all batches of a run: a worker may keep what it made from it. */
  run: number
  /** Only in the first batch of a run that a worker gets. */
  setup?: unknown
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

/** Parsing makes much short-lived data: a larger nursery halves the time spent on collecting it. */
const RESOURCES = { maxYoungGenerationSizeMb: 32 }

/** Creates a pool of at most `size` threads of the module `file` (absolute); threads start when they are first needed. */
export function createPool(file: string, size = availableParallelism()): Pool {
  const workers: Worker[] = []
  const runs = { count: 0 }

  const run: Pool['run'] = async (job, { setup, items, batch }) => {
    const results: unknown[] = []
    const batches = Math.ceil(items.length / batch)
    const state = { next: 0 }
    runs.count += 1
    const number = runs.count
    const count = Math.min(size, batches)
    while (workers.length < count) workers.push(new Worker(file, { resourceLimits: RESOURCES }))
    await Promise.all(workers.slice(0, count).map(worker => drain(worker)))
    return results

    async function drain(worker: Worker): Promise<void> {
      let first: { setup?: unknown } = { setup }
      while (state.next < batches) {
        const start = state.next * batch
        state.next += 1
        const answer = await ask(worker, {
          job,
          run: number,
          ...first,
          items: items.slice(start, start + batch),
        })
        first = {}
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
