import { availableParallelism } from 'node:os'
import type { Task, TaskAnswer } from './messages.ts'
import { Run, type Share, type Work } from './run.ts'
import { type Asked, lostWith, Thread } from './thread.ts'
import { watchTime } from './watch-time.ts'

/** Messages per worker at a time: it goes on with the next while this thread is busy with the last. */
const AHEAD = 2

/** Setups that a worker keeps after their run. */
const SETUPS = 3

/** Batches become smaller towards the end, so that the threads finish together. */
const SHARES = 4

/** The time limit is looked at so many times before it is over: what took too long is ended soon after. */
const LOOKS = 100

export interface PoolOptions {
  /** Threads, at most; as many as there are processors by default. */
  size?: number | undefined
  /** Milliseconds that an item may take; then its thread is replaced and the item is lost. */
  limit?: number | undefined
  /** Does items in the thread of the pool, beside the others. */
  helper?: Helper | undefined
}

/** A hand in the thread that otherwise hands out work and takes in results. */
export interface Helper {
  /** What it can do. */
  jobs: ReadonlySet<string>
  /** Does the items from the first on, as a thread would. Fewer results than items: the next one, and all that comes after, is for threads. */
  help(job: string, setup: unknown, items: readonly unknown[]): Promise<unknown[]>
}

/**
 * Worker threads that take batches of items. Results come in the order of the items, whoever made them. Threads start
 * when they are first needed. Not tinypool: there one task is one message to one thread, while here items go in batches that
 * share a setup, the thread of the pool helps, and an item that takes too long costs that item alone.
 */
export class Pool {
  readonly #file: string
  readonly #size: number
  readonly #limit: number
  readonly #threads: Thread[] = []
  readonly #runs: Run[] = []
  /** Setups used last, newest first: runs with the same one share its number, and workers keep what they have. */
  readonly #recent: { setup: unknown; number: number }[] = []
  #setupCount = 0
  #taskCount = 0
  #helper: Helper | undefined
  #isHelping = false
  #endWatch: (() => void) | undefined
  #ended: Promise<unknown> | undefined

  /** Of threads of the module `file` (absolute). */
  constructor(file: string, { size = availableParallelism(), limit = Infinity, helper }: PoolOptions = {}) {
    this.#file = file
    this.#size = size
    this.#limit = limit
    this.#helper = helper
  }

  /** True once a thread runs: more work for it costs nothing to start. */
  get started(): boolean {
    return this.#threads.length > 0
  }

  /** Several runs may be under way at once; the earlier has the right of way. `batch` is the most items per message. */
  run(job: string, work: Work): Promise<unknown[]> {
    if (work.items.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      this.#runs.push(new Run(work, { job, number: this.#numberOf(work.setup), resolve, reject }))
      this.#startThreads()
      this.#assign()
    })
  }

  /** Starts the threads and lets each do a job without items: it loads what the job needs before there is work. */
  prepare(job: string, setup: unknown): void {
    while (this.#threads.length < this.#size) this.#startThread()
    for (const thread of this.#threads) {
      this.#post(thread, { job, run: 0, setup, items: [] }, { start: 0, count: 0 })
    }
  }

  /** Ends the threads. More work starts others. */
  async close(): Promise<void> {
    this.#stopWatch()
    const ending = this.#threads.splice(0).map(thread => thread.end())
    // An earlier call may not have come to its end yet.
    this.#ended = Promise.all([this.#ended, ...ending])
    await this.#ended
  }

  #startThreads(): void {
    const waiting = this.#runs.reduce((sum, run) => sum + run.left, 0)
    while (this.#threads.length < Math.min(this.#size, waiting)) this.#startThread()
    if (waiting === 0 || this.#limit === Infinity) return
    this.#endWatch ??= watchTime(this.#limit / LOOKS, passed => {
      for (const thread of this.#threads) thread.tick(passed, this.#limit)
    })
  }

  #startThread(): void {
    const thread = new Thread(this.#file, {
      answered: answer => {
        this.#accept(thread, answer)
        this.#assign()
      },
      ended: () => this.#drop(thread),
    })
    this.#threads.push(thread)
  }

  /** A thread that is gone loses the item it was at; the others are given to another thread. */
  #drop(thread: Thread): void {
    const index = this.#threads.indexOf(thread)
    if (index < 0) return
    this.#threads.splice(index, 1)
    const last = thread.lastItem()
    for (const [id, { run, ...share }] of thread.asked) {
      if (!run) continue
      // A thread that ends by itself, at no item, would do so again.
      if (last?.position === 0) this.#end(run).reject(thread.error)
      else if (last?.task === id) {
        const lost = lostWith(thread, last, this.#limit)
        if (run.lose(share, last.position - 1, lost)) this.#finish(run)
      } else if (run.giveBack(share)) this.#finish(run)
    }
    this.#startThreads()
    this.#assign()
  }

  #assign(): void {
    for (let depth = 0; depth < AHEAD; depth += 1) {
      for (const thread of this.#threads) if (thread.asked.size <= depth) this.#ask(thread)
    }
    void this.#help()
  }

  /** Gives the helper a share of what no thread has, once the threads were heard: they wait for more. */
  async #help(): Promise<void> {
    if (!this.#helper || this.#isHelping) return
    this.#isHelping = true
    await new Promise(resolve => setImmediate(resolve))
    const { jobs } = this.#helper
    const run = this.#runs.find(({ isWaiting, job }) => isWaiting && jobs.has(job))
    if (run) await this.#helpWith(run, this.#helper)
    this.#isHelping = false
    if (run) this.#assign()
  }

  async #helpWith(run: Run, helper: Helper): Promise<void> {
    const { start, count } = this.#takeShare(run)
    try {
      const results = await helper.help(run.job, run.setup, run.items.slice(start, start + count))
      const left = { start: start + results.length, count: count - results.length }
      if (left.count > 0) this.#helper = undefined
      const isDone = run.settle(start, results)
      if (run.giveBack(left) || isDone) this.#finish(run)
    } catch (error) {
      this.#end(run).reject(error as Error)
    }
  }

  #takeShare(run: Run): Share {
    return run.takeShare((this.#size + (this.#helper ? 1 : 0)) * SHARES)
  }

  #ask(thread: Thread): void {
    const run = this.#runs.find(({ isWaiting }) => isWaiting)
    if (!run) return
    const share = this.#takeShare(run)
    const items = run.items.slice(share.start, share.start + share.count)
    this.#post(thread, { job: run.job, run: run.number, setup: run.setup, items }, { run, ...share })
  }

  #post(thread: Thread, task: Omit<Task, 'id' | 'active'>, asked: Asked): void {
    this.#taskCount += 1
    const active = [...this.#runs, ...this.#recent].map(({ number }) => number)
    thread.post({ ...task, id: this.#taskCount, active }, asked)
  }

  #accept(thread: Thread, answer: TaskAnswer): void {
    const { run, start } = thread.asked.get(answer.id) ?? { start: 0, run: undefined }
    thread.asked.delete(answer.id)
    if (!run) return
    if ('error' in answer) this.#end(run).reject(Object.assign(new Error(), answer.error))
    else if (run.settle(start, answer.results)) this.#finish(run)
  }

  #finish(run: Run): void {
    this.#end(run).resolve(run.results)
  }

  #end(run: Run): Run {
    const index = this.#runs.indexOf(run)
    if (index >= 0) this.#runs.splice(index, 1)
    if (this.#runs.length === 0) this.#stopWatch()
    return run
  }

  #stopWatch(): void {
    this.#endWatch?.()
    this.#endWatch = undefined
  }

  #numberOf(setup: unknown): number {
    const known = this.#recent.find(entry => entry.setup === setup && setup !== undefined)
    if (known) return known.number
    this.#setupCount += 1
    this.#recent.unshift({ setup, number: this.#setupCount })
    this.#recent.splice(SETUPS)
    return this.#setupCount
  }
}
