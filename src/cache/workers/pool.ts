import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** In place of the result of an item that could not be done. */
export interface Lost {
  /** `untried`: so many others were lost before it that its turn never came. */
  lost: 'time' | 'memory' | 'failed' | 'untried'
  /** What happened, as the end of a sentence. */
  reason: string
  /** Stack of what was thrown, if something was: empty for what is no error. */
  stack?: string
  /** Number of the plugin hook that it was in (`plugins/run.ts`). */
  hook?: number
}

/** Some items of a job; null to end. */
export type Request = {
  job: string
  /** Of the setup. */
  number: number
  /** What is the same for all items: only with the first batch that this thread gets of it. */
  setup?: unknown
  /** Number of a setup that isn't needed any more. */
  forget?: number
  items: unknown[]
} | null

/** Results of a batch, or what it threw; `exit`: where code of the site ended this thread. */
export type Answer = { results: unknown[] } | { error: ThrownError } | { exit: ThrownError }

/** An error on its way between threads, with what the system says of it; its class and prototype don't cross. */
export type ThrownError = Pick<NodeJS.ErrnoException, 'name' | 'message' | 'stack' | 'code' | 'path'> & {
  dest?: string
}

export interface WorkerData {
  /** See `Thread.progress`. */
  progress: Int32Array
}

export interface PoolOptions {
  /** Threads, at most; as many as there are processors by default. */
  size?: number | undefined
  /** Milliseconds that an item may take; then its thread is ended and the item is lost. */
  limit: number
  /** Megabytes that a thread may hold; an item that needs more is lost. */
  memory?: number | undefined
}

/** Items per message. */
const BATCH = 32

/** Messages that a thread has at a time: it goes on with the next while the main thread takes in the results of the last. */
const AHEAD = 2

/** Fewer items than this are not worth another thread: starting one costs more. */
const WORTH_A_THREAD = 8

/** Setups that a thread keeps: languages take turns. */
const KEPT_SETUPS = 8

/** A run in which so many items were lost is not worth waiting for. */
const MOST_LOST = 8

/** The time limit is looked at so many times before it is over. */
const CHECKS_PER_LIMIT = 50

/** Parsing makes much short-lived data: a larger nursery halves the time spent on collecting it. In megabytes. */
const NURSERY = 32

/** Milliseconds for an idle thread to end without being terminated. */
const PATIENCE = 1000

interface Run {
  job: string
  setup: object
  items: readonly unknown[]
  results: unknown[]
  /** Stretches of items that no thread has. */
  waiting: Share[]
  /** Items without a result. */
  left: number
  lost: number
  resolve(results: unknown[]): void
  reject(error: Error): void
}

interface Share {
  run: Run
  start: number
  count: number
}

interface Thread {
  worker: Worker
  /** Shared with the worker: 1 + the position in its batch of the item that it is at, 0 for none; the number of a hook. */
  progress: Int32Array
  /** What it was asked and has not answered; it does the first. */
  shares: Share[]
  setups: Set<number>
  /** Position after its last item: it goes on there, since neighbours often share what they include. */
  next: number
  /** The item that it was last seen at, and the milliseconds since. */
  seen: string
  time: number
  isOverdue: boolean
  /** Batches that it has done: what fills its memory may be theirs. */
  done: number
  isEnding: boolean
  error: Error | undefined
}

/**
 * Worker threads that take batches of items. Results come in the order of the items. A thread that is at one item for too long,
 * needs too much memory, or is ended by what it runs loses that item alone: another thread does the rest.
 */
export class Pool {
  readonly #file: string
  readonly #size: number
  readonly #limit: number
  #memory: number | undefined
  readonly #threads: Thread[] = []
  readonly #runs: Run[] = []
  readonly #setups = new WeakMap<object, number>()
  #count = 0
  #timer: NodeJS.Timeout | undefined
  /** What ended an idle thread: code of the site that was left running. */
  #failure: Error | undefined

  /** Of threads that run the module `file` (absolute). */
  constructor(file: string, { size = availableParallelism(), limit, memory }: PoolOptions) {
    this.#file = file
    this.#size = size
    this.#limit = limit
    this.#memory = memory
  }

  /** Sets the megabytes that threads may hold which are started from now on. */
  allow(memory: number): void {
    this.#memory = memory
  }

  /** Does a job on all items. Several runs may be under way at once; the earlier goes first. */
  run(job: string, setup: object, items: readonly unknown[]): Promise<unknown[]> {
    if (this.#failure) return Promise.reject(this.#failure)
    if (items.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const run: Run = {
        job,
        setup,
        items,
        results: [],
        waiting: [],
        left: items.length,
        lost: 0,
        resolve,
        reject,
      }
      run.waiting.push({ run, start: 0, count: items.length })
      this.#runs.push(run)
      this.#assign()
    })
  }

  /** Ends the threads. More work starts others. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map(thread => end(thread)))
  }

  #assign(): void {
    const waiting = this.#runs.flatMap(run => run.waiting).reduce((sum, { count }) => sum + count, 0)
    const wanted = Math.min(this.#size, Math.ceil(waiting / WORTH_A_THREAD))
    while (this.#threads.length < wanted) this.#threads.push(this.#start())
    for (let depth = 0; depth < AHEAD; depth += 1) {
      for (const thread of this.#threads) if (thread.shares.length <= depth) this.#ask(thread)
    }
    if (this.#runs.length > 0) this.#watch()
    else clearInterval(this.#timer)
  }

  #start(): Thread {
    const progress = new Int32Array(new SharedArrayBuffer(8))
    const worker = new Worker(this.#file, {
      workerData: { progress } satisfies WorkerData,
      resourceLimits: {
        maxYoungGenerationSizeMb: NURSERY,
        ...(this.#memory === undefined ? {} : { maxOldGenerationSizeMb: this.#memory }),
      },
      // Standard output is for results such as `--json`.
      stdout: true,
    })
    worker.stdout.on('data', (chunk: Buffer) => process.stderr.write(chunk))
    const thread: Thread = {
      worker,
      progress,
      shares: [],
      setups: new Set(),
      next: 0,
      seen: '',
      time: 0,
      isOverdue: false,
      done: 0,
      isEnding: false,
      error: undefined,
    }
    worker.on('message', (answer: Answer) => this.#accept(thread, answer))
    worker.on('error', error => (thread.error = error as Error))
    worker.on('exit', () => this.#replace(thread))
    return thread
  }

  /** Batches become smaller towards the end, so that the threads finish together. */
  #ask(thread: Thread): void {
    const run = this.#runs.find(each => each.waiting.length > 0)
    if (!run) return
    const share = takeShare(run, thread.next, 2 * AHEAD * this.#size)
    thread.next = share.start + share.count
    thread.shares.push(share)
    const number = this.#setups.get(run.setup) ?? (this.#count += 1)
    this.#setups.set(run.setup, number)
    const isKnown = thread.setups.has(number)
    thread.setups.add(number)
    const [oldest] = thread.setups.size > KEPT_SETUPS ? thread.setups : []
    if (oldest !== undefined) thread.setups.delete(oldest)
    thread.worker.postMessage({
      job: run.job,
      number,
      ...(isKnown ? {} : { setup: run.setup }),
      ...(oldest === undefined ? {} : { forget: oldest }),
      items: run.items.slice(share.start, thread.next),
    } satisfies Request)
  }

  #accept(thread: Thread, answer: Answer): void {
    if ('exit' in answer) {
      thread.error = Object.assign(new Error(), answer.exit)
      return
    }
    const share = thread.shares.shift()
    if (!share) return
    thread.done += 1
    if ('error' in answer) this.#reject(share.run, Object.assign(new Error(), answer.error))
    else {
      for (const [index, result] of answer.results.entries()) settle(share.run, share.start + index, result)
      this.#finish(share.run)
    }
    this.#assign()
  }

  /** Ends threads that are at one item for too long. What a busy computer delays is counted, what it slept isn't. */
  #watch(): void {
    clearInterval(this.#timer)
    const interval = this.#limit / CHECKS_PER_LIMIT
    let last = performance.now()
    this.#timer = setInterval(() => {
      const passed = Math.min(performance.now() - last, 2 * interval)
      last = performance.now()
      for (const thread of this.#threads) {
        const [position = 0] = thread.progress
        const [share] = thread.shares
        const at = share ? `${this.#setups.get(share.run.setup)} ${share.start + position}` : ''
        thread.time = at === thread.seen ? thread.time + passed : 0
        thread.seen = at
        if (position === 0 || thread.isOverdue || thread.time < this.#limit) continue
        thread.isOverdue = true
        void thread.worker.terminate()
      }
    }, interval)
  }

  /** A thread that is gone loses the item it was at; what else it had is for others. */
  #replace(thread: Thread): void {
    if (thread.isEnding) return
    this.#threads.splice(this.#threads.indexOf(thread), 1)
    const error = thread.error ?? new Error('it ended the process.')
    const [position = 0, hook = 0] = thread.progress
    const [share, ...others] = thread.shares
    for (const other of others.toReversed()) other.run.waiting.unshift(other)
    if (!share) this.#failure = error
    // It would end the next thread, too.
    else if (position === 0) this.#reject(share.run, error)
    else {
      const lost = reasonOf(thread, error, this.#limit)
      if (lost.lost === 'memory' && thread.done > 0) share.run.waiting.unshift(share)
      else this.#lose(share, position - 1, { ...lost, ...(hook > 0 ? { hook } : {}) })
      this.#finish(share.run)
    }
    this.#assign()
  }

  /** Gives up the item at a position of a share; the others are to be done again, because their results went with the thread. */
  #lose({ run, start, count }: Share, position: number, lost: Lost): void {
    const at = start + position
    const rest = [
      { run, start, count: position },
      { run, start: at + 1, count: count - position - 1 },
    ]
    run.waiting.unshift(...rest.filter(each => each.count > 0))
    settle(run, at, lost)
    run.lost += 1
    if (run.lost < MOST_LOST) return
    const untried: Lost = { lost: 'untried', reason: 'it was not tried after so many others' }
    for (const { start: first, count: many } of run.waiting.splice(0))
      for (let index = first; index < first + many; index += 1) settle(run, index, untried)
  }

  #finish(run: Run): void {
    const index = this.#runs.indexOf(run)
    if (run.left > 0 || index < 0) return
    this.#runs.splice(index, 1)
    run.resolve(run.results)
  }

  #reject(run: Run, error: Error): void {
    const index = this.#runs.indexOf(run)
    if (index >= 0) this.#runs.splice(index, 1)
    run.waiting = []
    run.reject(error)
  }
}

/** Takes the items that follow position `next`, or begins in the middle of a stretch that is another thread's. */
function takeShare(run: Run, next: number, parts: number): Share {
  const own = run.waiting.findIndex(({ start }) => start === next)
  const [stretch] = run.waiting.splice(Math.max(own, 0), 1)
  if (!stretch) throw new Error('No items are waiting.')
  const skipped = own < 0 ? Math.floor(stretch.count / 2) : 0
  const start = stretch.start + skipped
  const count = Math.min(BATCH, Math.ceil((stretch.count - skipped) / parts))
  const after = stretch.count - skipped - count
  if (after > 0) run.waiting.unshift({ run, start: start + count, count: after })
  if (skipped > 0) run.waiting.unshift({ run, start: stretch.start, count: skipped })
  return { run, start, count }
}

function settle(run: Run, index: number, result: unknown): void {
  run.results[index] = result
  run.left -= 1
}

/** Lets an idle thread end without being terminated, so that Node.js keeps what it has compiled. */
async function end(thread: Thread): Promise<void> {
  thread.isEnding = true
  const { worker, shares } = thread
  const ended = new Promise(resolve => worker.once('exit', resolve))
  if (shares.length > 0) void worker.terminate()
  else worker.postMessage(null satisfies Request)
  const timer = setTimeout(() => void worker.terminate(), PATIENCE)
  await ended
  clearTimeout(timer)
}

function reasonOf({ isOverdue }: Thread, error: Error, limit: number): Lost {
  if (isOverdue) return { lost: 'time', reason: `it took longer than ${limit / 1000} seconds` }
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { lost: 'memory', reason: 'it needs too much memory' }
  return {
    lost: 'failed',
    reason: error.message.replace(/\.$/, ''),
    ...(error.stack ? { stack: error.stack } : {}),
  }
}
