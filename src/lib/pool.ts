import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A job for a worker: what to do, what is the same for all items, and some of the items. */
export interface Task {
  /** Comes back with the answer. */
  id: number
  job: string
  /** Same for all batches of a run: a worker may keep what it made from its setup. */
  run: number
  /** Only in the first batch of a run that a worker gets. */
  setup?: unknown
  /** Runs that are under way; a worker may forget the setups of others. */
  active: number[]
  items: unknown[]
}

export type TaskAnswer = { id: number } & ({ results: unknown[] } | { error: string; stack: string })

/** Worker threads that take batches of items. Results come in the order of the items, whoever made them. */
export interface Pool {
  /** True once a thread runs: more work for it costs nothing to start. */
  readonly started: boolean
  /** Several runs may be under way at once; the earlier has the right of way. `batch` is the most items per message. */
  run(job: string, work: Work): Promise<unknown[]>
  /** Starts the threads and lets them load what a job needs, while there is something else to wait for. */
  prepare(job: string): void
  close(): Promise<void>
}

interface Work {
  setup: unknown
  items: readonly unknown[]
  batch: number
}

interface Run extends Work {
  number: number
  job: string
  next: number
  done: number
  results: unknown[]
  resolve(results: unknown[]): void
  reject(error: Error): void
}

interface Slot {
  worker: Worker
  /** What the worker was asked and has not answered. */
  asked: Map<number, { run?: Run; start: number }>
  /** Runs whose setup the worker has. */
  knows: Set<number>
}

/** Parsing makes much short-lived data: a larger nursery halves the time spent on collecting it. */
const RESOURCES = { maxYoungGenerationSizeMb: 32 }

/** Messages per worker at a time: it goes on with the next while this thread is busy with the last. */
const AHEAD = 2

/** Setups that a worker keeps after their run. */
const SETUPS = 3

/** Batches become smaller towards the end, so that the threads finish together. */
const SHARES = 4

/** Creates a pool of at most `size` threads of the module `file` (absolute); threads start when they are first needed. */
export function createPool(file: string, size = availableParallelism()): Pool {
  const slots: Slot[] = []
  const runs: Run[] = []
  const state = { runs: 0, tasks: 0 }
  /** Setups used last, newest first: runs with the same one share its number, and workers keep what they have. */
  const recent: { setup: unknown; number: number }[] = []

  function startWorker(): void {
    const slot: Slot = {
      worker: new Worker(file, { resourceLimits: RESOURCES }),
      asked: new Map(),
      knows: new Set(),
    }
    slot.worker.on('message', (answer: TaskAnswer) => {
      take(slot, answer)
      assign()
    })
    slot.worker.on('error', error => drop(slot, error))
    slot.worker.on('exit', code => drop(slot, new Error(`A thread ended with code ${code}.`)))
    slots.push(slot)
  }

  /** A thread that is gone takes down what it was doing; the pool starts another with the next run. */
  function drop(slot: Slot, error: Error): void {
    const index = slots.indexOf(slot)
    if (index < 0) return
    slots.splice(index, 1)
    for (const { run } of slot.asked.values()) if (run) fail(run, error)
    assign()
  }

  function assign(): void {
    for (let depth = 0; depth < AHEAD; depth += 1) {
      for (const slot of slots) if (slot.asked.size <= depth) ask(slot)
    }
  }

  function ask(slot: Slot): void {
    const run = runs.find(({ next, items }) => next < items.length)
    if (!run) return
    const share = Math.ceil((run.items.length - run.next) / (size * SHARES))
    const items = run.items.slice(run.next, run.next + Math.min(run.batch, share))
    const known = slot.knows.has(run.number)
    const active = [...runs, ...recent].map(({ number }) => number)
    slot.knows = new Set(active.filter(number => number === run.number || slot.knows.has(number)))
    const task = { job: run.job, run: run.number, active, items, ...(known ? {} : { setup: run.setup }) }
    post(slot, task, { run, start: run.next })
    run.next += items.length
  }

  function post(slot: Slot, task: Omit<Task, 'id'>, asked: { run?: Run; start: number }): void {
    state.tasks += 1
    slot.asked.set(state.tasks, asked)
    slot.worker.postMessage({ ...task, id: state.tasks } satisfies Task)
  }

  function take(slot: Slot, answer: TaskAnswer): void {
    const { run, start } = slot.asked.get(answer.id) ?? { start: 0 }
    slot.asked.delete(answer.id)
    if (!run) return
    if (!('results' in answer)) {
      return fail(run, Object.assign(new Error(answer.error), { stack: answer.stack }))
    }
    answer.results.forEach((result, index) => (run.results[start + index] = result))
    run.done += answer.results.length
    if (run.done === run.items.length) end(run).resolve(run.results)
  }

  function fail(run: Run, error: Error): void {
    end(run).reject(error)
  }

  function end(run: Run): Run {
    const index = runs.indexOf(run)
    if (index >= 0) runs.splice(index, 1)
    return run
  }

  function numberOf(setup: unknown): number {
    const known = recent.find(entry => entry.setup === setup && setup !== undefined)
    if (known) return known.number
    state.runs += 1
    recent.unshift({ setup, number: state.runs })
    recent.splice(SETUPS)
    return state.runs
  }

  return {
    get started() {
      return slots.length > 0
    },
    run(job, work) {
      if (work.items.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        runs.push({
          ...work,
          number: numberOf(work.setup),
          job,
          next: 0,
          done: 0,
          results: [],
          resolve,
          reject,
        })
        while (slots.length < Math.min(size, work.items.length)) startWorker()
        assign()
      })
    },
    prepare(job) {
      while (slots.length < size) startWorker()
      for (const slot of slots) post(slot, { job, run: 0, active: [], items: [] }, { start: 0 })
    },
    async close() {
      await Promise.all(slots.splice(0).map(({ worker }) => worker.terminate()))
    },
  }
}
