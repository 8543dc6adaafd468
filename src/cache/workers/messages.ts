/** What the main thread and its workers say to each other. */

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

/** Memory that a worker shares with the main thread, see `createProgress`. */
export interface WorkerData {
  progress: Int32Array
}

/**
 * Memory in which a worker notes the id of its task, 1 + the position of the item it is at, 0 while it is at none, and the
 * hook of a plugin that it is in (`plugins/running.ts`). A worker that keeps this is held to the time limit, and what it was at when it ended is known.
 */
export function createProgress(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(12))
}
