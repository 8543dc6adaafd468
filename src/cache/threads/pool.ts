import { availableParallelism } from 'node:os'
import { MessageChannel, type MessagePort, parentPort, Worker } from 'node:worker_threads'
import type { Chunks, Scripts } from '../../render/files/page.ts'

/** Replaces the result of an item that took too long, needed too much memory or failed. */
export interface Lost {
  /** `untried`: too many other items were lost before its turn. */
  lost: 'time' | 'memory' | 'failed' | 'untried'
  /** The end of a sentence. */
  reason: string
  /** Empty if the thrown value isn't an `Error`. */
  stack?: string
  /** 1 + the index of the plugin that it was in (`plugins/run.ts`). */
  plugin?: number
}

/** Null ends the thread. `setup` is sent only with its first batch. */
export type Request = { job: string; number: number; setup?: unknown; items: unknown[] } | null

/** `exit`: where code of the site ended this thread. */
export type Answer = { results: unknown[] } | { error: ThrownError } | { exit: ThrownError } | ToBundle

/** The port gets the chunks, or an error. */
interface ToBundle {
  scripts: Scripts
  port: MessagePort
}

/** For threads: only the main thread runs esbuild, whose process starts slowly. */
export function bundleInMainThread(scripts: Scripts): Promise<Chunks> {
  const { port1, port2 } = new MessageChannel()
  parentPort?.postMessage({ scripts, port: port2 } satisfies ToBundle, [port2])
  return new Promise((resolve, reject) => {
    port1.once('message', (made: Chunks | Error) => {
      port1.close()
      if (made instanceof Error) reject(made)
      else resolve(made)
    })
  })
}

/** Class and prototype get lost between threads. */
export type ThrownError = Pick<NodeJS.ErrnoException, 'name' | 'message' | 'stack' | 'code' | 'path'> & {
  dest?: string
}

export interface PoolOptions {
  /** Most threads; one for each processor by default. */
  size?: number | undefined
  /** Milliseconds that an item may take. */
  limit: number
  /** Megabytes that a thread may hold. */
  memory?: number
  /** Makes page chunks. */
  bundle?(scripts: Scripts): Promise<Chunks>
}

/** Most items in a message. */
const BATCH = 32
/** Batches that a thread has at a time: it goes on while the main thread takes in results. */
const AHEAD = 2
/** For fewer items, another thread takes longer to start than it saves. */
const WORTH_A_THREAD = 8
/** Setups that a thread keeps: languages take turns. */
const KEPT_SETUPS = 8
/** Lost items after which a run is given up. */
const MOST_LOST = 8
const CHECKS_PER_LIMIT = 50
/** Megabytes for short-lived data: more needs more memory and saves no time. */
const NURSERY = 16
/** Milliseconds until an idle thread is terminated. */
const END_TIMEOUT = 1000

/** Thread and pool both call this, so that both have the same setups. */
export function keepLast(setups: Pick<Map<number, unknown>, 'size' | 'keys' | 'delete'>) {
  for (const oldest of setups.keys()) if (setups.size > KEPT_SETUPS) setups.delete(oldest)
}

interface Run {
  job: string
  setup: object
  items: readonly unknown[]
  results: unknown[]
  waiting: number[]
  left: number
  lost: number
  resolve(results: unknown[]): void
  reject(error: Error): void
}

type Thread = ReturnType<typeof createThread>

function createThread(file: string, memory: number | undefined) {
  const progress = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(file, {
    workerData: { progress },
    resourceLimits: { maxYoungGenerationSizeMb: NURSERY, ...(memory && { maxOldGenerationSizeMb: memory }) },
    // Standard output is for results such as `--json`.
    stdout: true,
  })
  worker.stdout.on('data', (chunk: Buffer) => process.stderr.write(chunk))
  return {
    worker,
    /** Shared: 1 + the position of the current item in its batch, 0 for none; then the same for a plugin. */
    progress,
    /** Unanswered batches; the thread works on the first. */
    batches: [] as { run: Run; indexes: number[] }[],
    /** Number of finished batches, whose data may fill its memory. */
    done: 0,
    setups: new Set<number>(),
    /** Index after that of its last item. */
    next: 0,
    /** Its last known item, and the milliseconds since then. */
    seen: '',
    time: 0,
    isOverdue: false,
    isEnding: false,
    error: undefined as Error | undefined,
  }
}

/** Threads that run the module `file` (absolute). If an item needs too much time or memory, or ends its thread, only that item is lost. */
export function createPool(file: string, options: PoolOptions) {
  const { size = availableParallelism(), limit } = options
  const threads: Thread[] = []
  const runs: Run[] = []
  const numbers = new WeakMap<object, number>()
  let count = 0
  let timer: NodeJS.Timeout | undefined
  /** Why an idle thread ended: code of the site that was left running. */
  let failure: Error | undefined

  const countWaiting = () => runs.reduce((sum, run) => sum + run.waiting.length, 0)

  function assign() {
    const wanted = Math.min(size, Math.ceil(countWaiting() / WORTH_A_THREAD))
    while (threads.length < wanted) threads.push(start())
    for (let depth = 0; depth < AHEAD; depth += 1)
      for (const thread of threads) if (thread.batches.length <= depth) ask(thread)
    if (runs.length > 0) timer ??= watch()
    else {
      clearInterval(timer)
      timer = undefined
    }
  }

  function start() {
    const thread = createThread(file, options.memory)
    thread.worker.on('message', (answer: Answer) => accept(thread, answer))
    thread.worker.on('error', error => (thread.error = error as Error))
    thread.worker.on('exit', () => replace(thread))
    return thread
  }

  /** Batches become smaller, so that the threads finish together. */
  function ask(thread: Thread) {
    const run = runs.find(each => each.waiting.length > 0)
    if (!run) return
    const length = Math.min(BATCH, Math.ceil(countWaiting() / (2 * AHEAD * size)))
    // Neighbours often share includes, so a thread continues after its last item; a new one starts in the middle.
    const next = run.waiting.indexOf(thread.next)
    const indexes = run.waiting.splice(next < 0 ? Math.floor(run.waiting.length / 2) : next, length)
    thread.next = (indexes.at(-1) ?? 0) + 1
    thread.batches.push({ run, indexes })
    const { job, setup, items } = run
    const number = numbers.get(setup) ?? (count += 1)
    numbers.set(setup, number)
    const isKnown = thread.setups.has(number)
    thread.setups.add(number)
    keepLast(thread.setups)
    const request = { job, number, items: indexes.map(index => items[index]) }
    thread.worker.postMessage(isKnown ? request : { ...request, setup })
  }

  function accept(thread: Thread, answer: Answer) {
    if ('exit' in answer) {
      thread.error = Object.assign(new Error(), answer.exit)
      return
    }
    if ('scripts' in answer) {
      const reply = (made: Chunks | Error) => answer.port.postMessage(made)
      void options.bundle?.(answer.scripts).then(reply, reply)
      return
    }
    const batch = thread.batches.shift()
    if (!batch) return
    thread.done += 1
    if ('error' in answer) end(batch.run, Object.assign(new Error(), answer.error))
    else settle(batch.run, batch.indexes, answer.results)
    assign()
  }

  /** The time that the computer slept isn't counted. */
  function watch() {
    const interval = limit / CHECKS_PER_LIMIT
    let last = performance.now()
    return setInterval(() => {
      const passed = Math.min(performance.now() - last, 2 * interval)
      last = performance.now()
      for (const thread of threads) {
        const [position = 0] = thread.progress
        const at = `${thread.done} ${position}`
        thread.time = at === thread.seen ? thread.time + passed : 0
        thread.seen = at
        if (position === 0 || thread.isOverdue || thread.time < limit) continue
        thread.isOverdue = true
        void thread.worker.terminate()
      }
    }, interval)
  }

  /** A thread that ended loses its current item; other threads get the rest. */
  function replace(thread: Thread) {
    if (thread.isEnding) return
    threads.splice(threads.indexOf(thread), 1)
    const error = thread.error ?? new Error('the process ended unexpectedly.')
    const [position = 0, plugin = 0] = thread.progress
    const [first, ...others] = thread.batches
    for (const { run, indexes } of others.toReversed()) run.waiting.unshift(...indexes)
    if (!first) failure = error
    // It would end the next thread, too.
    else if (position === 0) end(first.run, error)
    else {
      const { run, indexes } = first
      const lost = reasonOf(thread, error, limit)
      const mayBeOthers = lost.lost === 'memory' && thread.done > 0
      const item = mayBeOthers ? undefined : indexes[position - 1]
      // Results of the others went with the thread.
      run.waiting.unshift(...indexes.filter(index => index !== item))
      if (item !== undefined) {
        settle(run, [item], [plugin > 0 ? { ...lost, plugin } : lost])
        run.lost += 1
        const untried: Lost = { lost: 'untried', reason: 'it was skipped after too many failures' }
        const givenUp = run.lost < MOST_LOST ? [] : run.waiting.splice(0)
        settle(run, givenUp, Array<Lost>(givenUp.length).fill(untried))
      }
    }
    assign()
  }

  function settle(run: Run, indexes: readonly number[], results: readonly unknown[]) {
    for (const [at, index] of indexes.entries()) run.results[index] = results[at]
    run.left -= indexes.length
    if (run.left === 0) end(run)
  }

  function end(run: Run, error?: Error) {
    const index = runs.indexOf(run)
    if (index >= 0) runs.splice(index, 1)
    run.waiting = []
    if (error) run.reject(error)
    else run.resolve(run.results)
  }

  return {
    /** Results are in the order of the items. An earlier run goes first. */
    run(job: string, setup: object, items: readonly unknown[]): Promise<unknown[]> {
      if (failure) return Promise.reject(failure)
      if (items.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        const waiting = [...items.keys()]
        runs.push({ job, setup, items, results: [], waiting, left: items.length, lost: 0, resolve, reject })
        assign()
      })
    },

    /** More work starts other threads. */
    async close() {
      await Promise.all(threads.splice(0).map(endThread))
    },
  }
}

/** An idle thread isn't terminated, so that Node.js keeps what it has compiled. */
async function endThread(thread: Thread) {
  thread.isEnding = true
  const { worker, batches } = thread
  const ended = new Promise(resolve => worker.once('exit', resolve))
  if (batches.length > 0) void worker.terminate()
  else worker.postMessage(null)
  const timer = setTimeout(() => void worker.terminate(), END_TIMEOUT)
  await ended
  clearTimeout(timer)
}

function reasonOf({ isOverdue }: Thread, error: NodeJS.ErrnoException, limit: number): Lost {
  if (isOverdue) return { lost: 'time', reason: `it took longer than ${limit / 1000} seconds` }
  const { message, stack, code } = error
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { lost: 'memory', reason: 'it ran out of memory' }
  return { lost: 'failed', reason: message.replace(/\.$/, ''), ...(stack && { stack }) }
}
