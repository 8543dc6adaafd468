import type { Profile, ProfiledItem, ProfiledTask, Stretch } from '../../schema/profile.ts'

/** An event of Chrome's trace format: times are microseconds. */
interface TraceEvent {
  name: string
  /** `X`: a stretch of time; `C`: a number that changes; `M`: what a row is called. */
  ph: 'X' | 'C' | 'M'
  pid: number
  tid: number
  ts: number
  cat?: string
  dur?: number
  args?: Record<string, string | number>
}

/** Rows: the stages, then each thread. */
const STAGES = 1
const THREADS = 2

/** The profile in Chrome's trace format, which chrome://tracing, Perfetto, and the developer tools of browsers open. */
export function formatTrace({ stages, threads, memory }: Profile): string {
  const events: TraceEvent[] = [
    named('process_name', 0, 'docsgen build'),
    named('thread_name', STAGES, 'stages'),
    ...threads.map(({ name }, index) => named('thread_name', THREADS + index, name)),
    ...stages.map(stage => stretch(stage, { name: stage.name, cat: 'stage', tid: STAGES })),
    ...threads.flatMap(({ tasks, items }, index) => {
      const tid = THREADS + index
      return [...tasks.map(task => taskEvent(task, tid)), ...items.map(item => itemEvent(item, tid))]
    }),
    ...memory.map(({ at, resident, heap }): TraceEvent => {
      const args = { 'process, MB': megabytes(resident), 'heap of the program, MB': megabytes(heap) }
      return { name: 'memory', ph: 'C', pid: 1, tid: STAGES, ts: micro(at), args }
    }),
  ]
  // One event a line: large traces can be looked through as text.
  const lines = events.map(event => JSON.stringify(event)).join(',\n')
  return `{"displayTimeUnit":"ms","traceEvents":[\n${lines}\n]}\n`
}

function named(name: string, tid: number, as: string): TraceEvent {
  return { name, ph: 'M', pid: 1, tid, ts: 0, args: { name: as } }
}

function taskEvent(task: ProfiledTask, tid: number): TraceEvent {
  const args = { items: task.count, 'heap, MB': megabytes(task.heap) }
  return stretch(task, { name: task.job, cat: 'task', tid, args })
}

function itemEvent({ job, name, size, ...times }: ProfiledItem, tid: number): TraceEvent {
  return stretch(times, { name, cat: job, tid, args: { job, ...(size === undefined ? {} : { size }) } })
}

function stretch(
  { start, end }: Stretch,
  event: Pick<TraceEvent, 'name' | 'cat' | 'tid' | 'args'>,
): TraceEvent {
  return { ...event, ph: 'X', pid: 1, ts: micro(start), dur: micro(end - start) }
}

function micro(milliseconds: number): number {
  return Math.round(milliseconds * 1000)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10
}
