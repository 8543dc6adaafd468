import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import {
  endsOf,
  giveBack,
  isWaiting,
  lose,
  type Lost,
  type Run,
  settle,
  type Share,
  takeShare,
  type Work,
} from './pool-run.ts'

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

/** What a worker is told: null to end. */
export type Message = Task | null

export type TaskAnswer = { id: number } & ({ results: unknown[] } | { error: ThrownError })

/** An error on its way between threads, with what the system says of it; class and prototype do not cross. */
export type ThrownError = Pick<NodeJS.ErrnoException, 'name' | 'message' | 'stack' | 'code' | 'path'> & {
  dest?: string
}

/** Worker threads that take batches of items. Results come in the order of the items, whoever made them. */
export interface Pool {
  /** True once a thread runs: more work for it costs nothing to start. */
  readonly started: boolean
  /** Several runs may be under way at once; the earlier has the right of way. `batch` is the most items per message. */
  run(job: string, work: Work): Promise<unknown[]>
  /** Starts the threads and lets each do a job without items: it loads what the job needs before there is work. */
  prepare(job: string, setup: unknown): void
  /** Ends the threads. More work starts others. */
  close(): Promise<void>
}

interface Slot {
  worker: Worker
  /** What the worker was asked and has not answered. */
  asked: Map<number, Share & { run?: Run }>
  /** Runs whose setup the worker has. */
  knows: Set<number>
  /** Written by the worker, see `workerProgress`. */
  progress: Int32Array
  /** The progress as it was last seen, and how often it was seen so. */
  seen: string
  ticks: number
  overdue: boolean
  error?: Error
}

/**
 * Memory that a worker shares with this thread: the id of its task, and 1 + the position of the item it is at; 0 while it
 * is at none. A worker that keeps this is held to the time limit, and what it was at when it ended is known.
 */
export function workerProgress(workerData: unknown): Int32Array {
  return (workerData as { progress: Int32Array }).progress
}

/** Parsing makes much short-lived data: a larger nursery halves the time spent on collecting it. */
const RESOURCES = { maxYoungGenerationSizeMb: 32 }

/** Messages per worker at a time: it goes on with the next while this thread is busy with the last. */
const AHEAD = 2

/** Setups that a worker keeps after their run. */
const SETUPS = 3

/** Batches become smaller towards the end, so that the threads finish together. */
const SHARES = 4

/** The time limit is looked at so many times before it is over: a computer that slept does not use it up at once. */
const TICKS = 10

export interface PoolOptions {
  /** Threads, at most; as many as there are processors by default. */
  size?: number | undefined
  /** Milliseconds that an item may take; then its thread is replaced and the item is lost. */
  limit?: number | undefined
}

/** Milliseconds for a thread to end by itself. */
const PATIENCE = 1000

/** Lets a thread end that has nothing to do, so that it can keep what it has compiled (`bin/load.cjs`); ends others. */
async function endWorker({ worker, asked }: Slot): Promise<void> {
  const ended = new Promise(resolve => worker.once('exit', resolve))
  if (asked.size > 0) void worker.terminate()
  else worker.postMessage(null satisfies Message)
  const timer = setTimeout(() => void worker.terminate(), PATIENCE)
  await ended
  clearTimeout(timer)
}

/** Creates a pool of threads of the module `file` (absolute); threads start when they are first needed. */
export function createPool(file: string, options: PoolOptions = {}): Pool {
  const { size = availableParallelism(), limit = Infinity } = options
  const slots: Slot[] = []
  const runs: Run[] = []
  const state = {
    runs: 0,
    tasks: 0,
    watch: undefined as NodeJS.Timeout | undefined,
    ended: undefined as Promise<unknown> | undefined,
  }
  /** Setups used last, newest first: runs with the same one share its number, and workers keep what they have. */
  const recent: { setup: unknown; number: number }[] = []

  function startWorker(): void {
    const progress = new Int32Array(new SharedArrayBuffer(8))
    const slot: Slot = {
      worker: new Worker(file, { resourceLimits: RESOURCES, workerData: { progress } }),
      asked: new Map(),
      knows: new Set(),
      progress,
      seen: '',
      ticks: 0,
      overdue: false,
    }
    slot.worker.on('message', (answer: TaskAnswer) => {
      take(slot, answer)
      assign()
    })
    slot.worker.on('error', error => (slot.error = error as Error))
    // Comes last: every answer that the thread gave has arrived.
    slot.worker.on('exit', code => drop(slot, slot.error ?? new Error(`A thread ended with code ${code}.`)))
    slots.push(slot)
  }

  /** Ends threads that have been at one item for too long. */
  function tick(): void {
    for (const slot of slots.filter(({ overdue }) => !overdue)) {
      const now = slot.progress.join(' ')
      slot.ticks = now === slot.seen ? slot.ticks + 1 : 0
      slot.seen = now
      if (slot.progress[1] === 0 || slot.ticks < TICKS) continue
      slot.overdue = true
      void slot.worker.terminate()
    }
  }

  /** A thread that is gone loses the item it was at; the others are given to another thread. */
  function drop(slot: Slot, error: Error): void {
    const index = slots.indexOf(slot)
    if (index < 0) return
    slots.splice(index, 1)
    const { overdue, progress, seen } = slot
    const [task = 0, position = 0] = progress
    const lost: Lost = overdue
      ? { lost: 'time', reason: `it took longer than ${limit / 1000} seconds` }
      : { lost: 'failed', reason: error.message.replace(/\.$/, '') }
    // It may have come to an end just before it was ended.
    const isLate = overdue && progress.join(' ') !== seen
    for (const [id, { run, ...share }] of slot.asked) {
      if (!run) continue
      const isLost = !isLate && id === task
      // A thread that ends by itself, at no item, would do so again.
      if (!isLate && position === 0) end(run).reject(error)
      else if (isLost ? lose(run, share, { at: position - 1, lost }) : giveBack(run, [share]))
        end(run).resolve(run.results)
    }
    startWorkers()
    assign()
  }

  function startWorkers(): void {
    const waiting = runs.reduce((sum, run) => sum + run.items.length - run.done, 0)
    while (slots.length < Math.min(size, waiting)) startWorker()
    if (waiting > 0 && limit < Infinity) state.watch ??= setInterval(tick, limit / TICKS)
  }

  function assign(): void {
    for (let depth = 0; depth < AHEAD; depth += 1) {
      for (const slot of slots) if (slot.asked.size <= depth) ask(slot)
    }
  }

  function ask(slot: Slot): void {
    const run = runs.find(isWaiting)
    if (!run) return
    const share = takeShare(run, size * SHARES)
    const items = run.items.slice(share.start, share.start + share.count)
    const known = slot.knows.has(run.number)
    const active = activeRuns()
    slot.knows = new Set(active.filter(number => number === run.number || slot.knows.has(number)))
    const task = { job: run.job, run: run.number, active, items, ...(known ? {} : { setup: run.setup }) }
    post(slot, task, { run, ...share })
  }

  /** Runs whose setups a thread keeps. */
  function activeRuns(): number[] {
    return [...runs, ...recent].map(({ number }) => number)
  }

  function post(slot: Slot, task: Omit<Task, 'id'>, asked: Share & { run?: Run }): void {
    state.tasks += 1
    slot.asked.set(state.tasks, asked)
    slot.worker.postMessage({ ...task, id: state.tasks } satisfies Task)
  }

  function take(slot: Slot, answer: TaskAnswer): void {
    const { run, start } = slot.asked.get(answer.id) ?? { start: 0, run: undefined }
    slot.asked.delete(answer.id)
    if (!run) return
    if (!('results' in answer)) {
      end(run).reject(Object.assign(new Error(), answer.error))
      return
    }
    if (settle(run, start, answer.results)) end(run).resolve(run.results)
  }

  function end(run: Run): Run {
    const index = runs.indexOf(run)
    if (index >= 0) runs.splice(index, 1)
    if (runs.length === 0) stopWatch()
    return run
  }

  function stopWatch(): void {
    clearInterval(state.watch)
    state.watch = undefined
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
          ends: endsOf(work.groups),
          next: 0,
          again: [],
          done: 0,
          lost: 0,
          results: [],
          resolve,
          reject,
        })
        startWorkers()
        assign()
      })
    },
    prepare(job, setup) {
      while (slots.length < size) startWorker()
      for (const slot of slots)
        post(slot, { job, run: 0, active: activeRuns(), setup, items: [] }, { start: 0, count: 0 })
    },
    async close() {
      stopWatch()
      const ending = slots.splice(0).map(endWorker)
      // An earlier call may not have come to its end yet.
      state.ended = Promise.all([state.ended, ...ending])
      await state.ended
    },
  }
}
