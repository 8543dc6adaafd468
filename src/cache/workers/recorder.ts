import type { HookCall } from '../../plugins/site-hooks.ts'
import type {
  Profile,
  ProfiledItem,
  ProfiledMemory,
  ProfiledTask,
  ProfiledThread,
} from '../../schema/profile.ts'
import type { EmitInput, Emitted, ParseInput, SearchInput } from './job-types.ts'
import type { Timing } from './messages.ts'

/** Milliseconds between two looks at the memory. */
const INTERVAL = 50

/** Items that were done together. */
export interface DoneTask {
  job: string
  items: readonly unknown[]
  results: readonly unknown[]
  timing: Timing
}

/** Where a thread's work is noted. */
export interface ThreadRecord {
  note(task: DoneTask): void
  end(): void
}

/** Writes down what happens in a build that is profiled. Loaded for those alone. */
export class Recorder {
  readonly #profile: Profile = { stages: [], threads: [], memory: [], peak: 0, caches: {} }
  readonly #timer = setInterval(() => this.#look(), INTERVAL).unref()
  #last = 0

  constructor() {
    this.lap('start')
  }

  /** Notes the end of a stage, which began when the one before ended. */
  lap(name: string): void {
    const end = performance.now()
    this.#profile.stages.push({ name, start: this.#last, end, ...this.#look() })
    this.#last = end
  }

  /** Notes how many pages or files were taken from the cache and how many had to be made. */
  cache(name: string, taken: number, made: number): void {
    const known = (this.#profile.caches[name] ??= { taken: 0, made: 0 })
    known.taken += taken
    known.made += made
  }

  /** Notes that a thread is started; `own`: it is that of the program, which does other things, too. */
  thread(name: string, own = false): ThreadRecord {
    const thread: ProfiledThread = { name, start: own ? 0 : performance.now(), end: 0, tasks: [], items: [] }
    if (own) this.#profile.threads.unshift(thread)
    else this.#profile.threads.push(thread)
    return {
      note(task) {
        // What this thread does besides comes between its items: a task of it says nothing.
        if (!own) thread.tasks.push(taskOf(task))
        thread.items.push(...itemsOf(task))
      },
      end: () => void (thread.end ||= performance.now()),
    }
  }

  /** Everything that was noted. */
  finish(): Profile {
    clearInterval(this.#timer)
    this.lap('end')
    for (const thread of this.#profile.threads) thread.end ||= this.#last
    const { maxRSS } = process.resourceUsage()
    return { ...this.#profile, peak: maxRSS * 1024 }
  }

  #look(): ProfiledMemory {
    const { rss: resident, heapUsed: heap } = process.memoryUsage()
    this.#profile.memory.push({ at: performance.now(), resident, heap })
    return { resident, heap }
  }
}

function taskOf({ job, items, timing: { start, end, heap } }: DoneTask): ProfiledTask {
  return { job, count: items.length, start: sinceStart(start), end: sinceStart(end), heap }
}

function itemsOf({ job, items, results, timing }: DoneTask): ProfiledItem[] {
  return items.flatMap((item, index) => {
    const [start, end] = timing.items.subarray(2 * index)
    // It came to no end.
    if (start === undefined || end === undefined) return []
    return { job, ...describe(job, item, results[index]), start: sinceStart(start), end: sinceStart(end) }
  })
}

/** Of a time that threads agree on. */
function sinceStart(time: number): number {
  return time - performance.timeOrigin
}

/** What an item is called, and the size of what was read or written. */
function describe(job: string, item: unknown, result: unknown): Pick<ProfiledItem, 'name' | 'size'> {
  if (job === 'parse') {
    const { file } = item as ParseInput
    return { name: file.file, size: Buffer.byteLength(file.body) }
  }
  if (job === 'emit') {
    const { document } = result as Partial<Emitted>
    const { view, entry } = item as EmitInput
    const name = entry ? `${view.path} (kept)` : view.path
    return document ? { name, size: document.size } : { name }
  }
  if (job === 'search') return { name: (item as SearchInput).locale.code }
  if (typeof item === 'string') return { name: item }
  if (job === 'hook') {
    const { source, hook } = item as HookCall
    return { name: `${source.name}/${hook}` }
  }
  const { name, file } = item as { name?: string; file?: string }
  return { name: name ?? file ?? job }
}
