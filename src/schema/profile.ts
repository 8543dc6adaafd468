/** What a profiled build has seen: plain data. Times are milliseconds since the program began, sizes are bytes. */

/** A stretch of time. */
export interface Stretch {
  start: number
  end: number
}

/** A stage of the line, and the memory of the process when it was done. */
export interface ProfiledStage extends Stretch, ProfiledMemory {
  name: string
}

/** Memory at a moment: of the whole process, and what the program's own thread holds of it. */
export interface ProfiledMemory {
  resident: number
  heap: number
}

/** A thread, from its start to its end. */
export interface ProfiledThread extends Stretch {
  name: string
  /** What it was asked to do; empty for the program's own thread, which does items only, beside other things. */
  tasks: ProfiledTask[]
  items: ProfiledItem[]
}

/** Some items that a thread did together, with what it loaded for them; `heap`: what it held afterwards. */
export interface ProfiledTask extends Stretch {
  job: string
  count: number
  heap: number
}

/** A page or another thing that a job was done on: `size` is that of its source or of its document, where there is one. */
export interface ProfiledItem extends Stretch {
  job: string
  name: string
  size?: number
}

export interface Profile {
  stages: ProfiledStage[]
  /** The program's own first. */
  threads: ProfiledThread[]
  memory: (ProfiledMemory & { at: number })[]
  /** The most that the process had. */
  peak: number
  /** What was taken from the cache, by what it is. */
  caches: Record<string, { taken: number; made: number }>
}
