import { Worker } from 'node:worker_threads'
import { createProgress, type Message, type Task, type TaskAnswer, type WorkerData } from './messages.ts'
import type { Lost, Run, Share } from './run.ts'

/** Parsing makes much short-lived data: a larger nursery halves the time spent on collecting it. */
const RESOURCES = { maxYoungGenerationSizeMb: 32 }

/** Milliseconds for a thread to end by itself. */
const PATIENCE = 1000

/** Some of the items of a run that a thread was asked for; without a run, nothing is to be done with the answer. */
export type Asked = Share & { run?: Run }

/** What happens to a thread. */
export interface ThreadEvents {
  answered(answer: TaskAnswer): void
  /** Comes last: every answer that the thread gave has arrived. */
  ended(): void
}

/** A worker, and what is known of it. */
export class Thread {
  /** What the worker was asked and has not answered, by task. */
  readonly asked = new Map<number, Asked>()
  readonly #worker: Worker
  readonly #progress = createProgress()
  /** Runs whose setup the worker has. */
  #knows = new Set<number>()
  /** The progress as it was last seen, and for how many milliseconds it was seen so. */
  #seen = ''
  #time = 0
  #isOverdue = false
  #error: Error | undefined

  /** Starts a worker of the module `file` (absolute). */
  constructor(file: string, { answered, ended }: ThreadEvents) {
    const workerData: WorkerData = { progress: this.#progress }
    this.#worker = new Worker(file, { resourceLimits: RESOURCES, workerData })
    this.#worker.on('message', answered)
    this.#worker.on('error', error => (this.#error = error as Error))
    this.#worker.on('exit', code => {
      this.#error ??= new Error(`A thread ended with code ${code}.`)
      ended()
    })
  }

  /** Hands a task over, with its setup if the worker does not have it. */
  post({ setup, ...task }: Task, asked: Asked): void {
    const isKnown = this.#knows.has(task.run)
    this.#knows = new Set(task.active.filter(run => run === task.run || this.#knows.has(run)))
    this.asked.set(task.id, asked)
    this.#worker.postMessage((isKnown ? task : { ...task, setup }) satisfies Message)
  }

  /** Called again and again with the milliseconds since: ends the worker when it has been at one item for `limit` of them. */
  tick(passed: number, limit: number): void {
    if (this.#isOverdue) return
    const now = this.#item()
    this.#time = now === this.#seen ? this.#time + passed : this.#spent()
    this.#seen = now
    if (this.#progress[1] === 0 || this.#time < limit) return
    this.#isOverdue = true
    void this.#worker.terminate()
  }

  /** What a worker that has ended was at: undefined when it came to its end with the item just before it was ended. */
  lastItem(): { task: number; position: number; hook: number; isOverdue: boolean } | undefined {
    if (this.#isOverdue && this.#item() !== this.#seen) return undefined
    const [task = 0, position = 0, hook = 0] = this.#progress
    return { task, position, hook, isOverdue: this.#isOverdue }
  }

  /** A text for the item that the worker is at. */
  #item(): string {
    return this.#progress.subarray(0, 2).join(' ')
  }

  /** Milliseconds that the item has had before it came to the worker. */
  #spent(): number {
    const [task = 0, position] = this.#progress
    const { run, start } = this.asked.get(task) ?? {}
    return (start === 0 && position === 1 && run?.spent) || 0
  }

  /** Why the worker ended. */
  get error(): Error {
    return this.#error ?? new Error('A thread ended.')
  }

  /** Lets a worker end that has nothing to do, so that it can keep what it has compiled; ends others. */
  async end(): Promise<void> {
    const ended = new Promise(resolve => this.#worker.once('exit', resolve))
    if (this.asked.size > 0) void this.#worker.terminate()
    else this.#worker.postMessage(null satisfies Message)
    const timer = setTimeout(() => void this.#worker.terminate(), PATIENCE)
    await ended
    clearTimeout(timer)
  }
}

/** What became of the item that a thread was at when it ended; `limit` in milliseconds. */
export function lostWith(
  { error }: Thread,
  { isOverdue, hook }: { isOverdue: boolean; hook: number },
  limit: number,
): Lost {
  const at = hook > 0 ? { hook } : {}
  return isOverdue
    ? { lost: 'time', ...at, reason: `it took longer than ${limit / 1000} seconds` }
    : { lost: 'failed', ...at, reason: error.message.replace(/\.$/, '') }
}
