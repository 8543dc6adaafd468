import type { Profile, ProfiledItem, ProfiledThread, Stretch } from '../../schema/profile.ts'

/** Pages in each list. */
const MOST = 10

type Cell = string | number

/** The profile as tables for people. */
export function formatProfile(profile: Profile): string {
  const { stages, threads, peak } = profile
  const total = stages.at(-1)?.end ?? 0
  const items = threads.flatMap(thread => thread.items)
  const slowest = (job: string) => items.filter(item => item.job === job).toSorted(byTime)
  const largest = items.filter(({ job }) => job === 'emit').toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0))
  const parts = [
    `docsgen build: ${milliseconds(total)}, at most ${megabytes(peak)} of memory`,
    stageTable(profile, total),
    jobTable(items),
    cacheTable(profile),
    threadTable(threads),
    pageTable('Slowest to parse', slowest('parse'), 'source'),
    pageTable('Slowest to render and write', slowest('emit'), 'document'),
    pageTable('Largest documents', largest, 'document'),
  ]
  return parts.filter(part => part !== '').join('\n\n') + '\n'
}

function stageTable({ stages }: Profile, total: number): string {
  const rows = stages.map(({ name, resident, heap, ...times }) => {
    const time = duration(times)
    return [name, milliseconds(time), percent(time, total), megabytes(resident), megabytes(heap)]
  })
  return table('Stages', ['time', 'share', 'memory after', 'heap'], rows)
}

/** What all threads did together: their times add up to more than those of the stages. */
function jobTable(items: readonly ProfiledItem[]): string {
  const jobs = [...new Set(items.map(({ job }) => job))]
  const rows = jobs.map(job => {
    const done = items.filter(item => item.job === job)
    const time = sum(done.map(duration))
    return [job, done.length, milliseconds(time), milliseconds(time / done.length)]
  })
  return table('Jobs', ['items', 'time', 'each'], rows)
}

function cacheTable({ caches }: Profile): string {
  const rows = Object.entries(caches).map(([name, { taken, made }]) => [name, taken, made])
  return table('Cache', ['taken', 'made'], rows)
}

/** Of the program's own thread, the time on items is counted alone: it reads, joins and waits between them. */
function threadTable(threads: readonly ProfiledThread[]): string {
  const rows = threads.map(thread => {
    const { name, tasks, items } = thread
    const life = duration(thread)
    const busy = sum((tasks.length > 0 ? tasks : items).map(duration))
    const first = tasks[0]?.start ?? thread.start
    const heap = Math.max(0, ...tasks.map(task => task.heap))
    const started = tasks.length > 0 ? milliseconds(first - thread.start) : ''
    const idle = tasks.length > 0 ? milliseconds(life - busy - (first - thread.start)) : ''
    return [name, items.length, started, milliseconds(busy), idle, heap > 0 ? megabytes(heap) : '']
  })
  return table('Threads', ['items', 'start', 'at work', 'idle', 'heap'], rows)
}

function pageTable(title: string, items: readonly ProfiledItem[], sizeOf: string): string {
  const rows = items.slice(0, MOST).map(item => {
    return [item.name, milliseconds(duration(item)), item.size === undefined ? '' : kilobytes(item.size)]
  })
  return table(title, ['time', sizeOf], rows)
}

/** Rows below their heads, names to the left and figures to the right; empty without rows. */
function table(title: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return ''
  const indented = rows.map(([name = '', ...cells]) => [`  ${name}`, ...cells])
  const lines = [[title, ...heads], ...indented].map(row => row.map(String))
  const widths = lines[0]?.map((_cell, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  return lines
    .map(([name = '', ...cells]) => {
      const figures = cells.map((cell, index) => cell.padStart(widths?.[index + 1] ?? 0))
      return [name.padEnd(widths?.[0] ?? 0), ...figures].join('   ').trimEnd()
    })
    .join('\n')
}

function byTime(a: Stretch, b: Stretch): number {
  return duration(b) - duration(a)
}

function duration({ start, end }: Stretch): number {
  return end - start
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

function percent(part: number, total: number): string {
  return `${total > 0 ? Math.round((100 * part) / total) : 0} %`
}

function milliseconds(time: number): string {
  if (time >= 10_000) return `${(time / 1000).toFixed(1)} s`
  return time < 10 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
