import { describe, expect, it } from 'vitest'
import { formatProfile } from '../../../../src/check/report/profile-text.ts'
import { formatTrace } from '../../../../src/check/report/profile-trace.ts'
import type { Profile } from '../../../../src/schema/profile.ts'

const MEGABYTE = 1e6
const PROFILE: Profile = {
  stages: [
    { name: 'start', start: 0, end: 100, resident: 60 * MEGABYTE, heap: 10 * MEGABYTE },
    { name: 'parse', start: 100, end: 400, resident: 90 * MEGABYTE, heap: 20 * MEGABYTE },
  ],
  threads: [
    {
      name: 'program',
      start: 0,
      end: 400,
      tasks: [],
      items: [{ job: 'parse', name: 'content/a.md', size: 2500, start: 120, end: 125.5 }],
    },
    {
      name: 'pages',
      start: 110,
      end: 400,
      tasks: [{ job: 'parse', count: 2, heap: 30 * MEGABYTE, start: 150, end: 250 }],
      items: [
        { job: 'parse', name: 'content/b.md', size: 100_000, start: 160, end: 240 },
        { job: 'emit', name: '/c.html', start: 240, end: 250 },
      ],
    },
  ],
  memory: [{ at: 50, resident: 61 * MEGABYTE, heap: 11 * MEGABYTE }],
  peak: 95 * MEGABYTE,
  caches: { 'parsed pages': { taken: 3, made: 2 } },
}

describe('the report of a profile', () => {
  it('has stages, jobs, cache, threads and the slowest pages, in columns', () => {
    expect(formatProfile(PROFILE)).toBe(
      `docsgen build: 400 ms, at most 95 MB of memory

Stages      time   share   memory after    heap
  start   100 ms    25 %          60 MB   10 MB
  parse   300 ms    75 %          90 MB   20 MB

Jobs      items    time    each
  parse       2   86 ms   43 ms
  emit        1   10 ms   10 ms

Cache            taken   made
  parsed pages       3      2

Threads     items   start   at work     idle    heap
  program       1            5.5 ms
  pages         2   40 ms    100 ms   150 ms   30 MB

Slowest to parse     time     source
  content/b.md      80 ms   100.0 kB
  content/a.md     5.5 ms     2.5 kB

Slowest to render and write    time   document
  /c.html                     10 ms

Largest documents    time   document
  /c.html           10 ms
`,
    )
  })
})

describe('the trace of a profile', () => {
  it('has named rows, a stretch for each stage, task and item in microseconds, and memory', () => {
    const { traceEvents } = JSON.parse(formatTrace(PROFILE)) as { traceEvents: Record<string, unknown>[] }
    const of = (ph: string) => traceEvents.filter(event => event['ph'] === ph)
    expect(of('M').map(({ tid, args }) => [tid, args])).toEqual([
      [0, { name: 'docsgen build' }],
      [1, { name: 'stages' }],
      [2, { name: 'program' }],
      [3, { name: 'pages' }],
    ])
    expect(of('X').map(({ tid, name, ts, dur }) => [tid, name, ts, dur])).toEqual([
      [1, 'start', 0, 100_000],
      [1, 'parse', 100_000, 300_000],
      [2, 'content/a.md', 120_000, 5500],
      [3, 'parse', 150_000, 100_000],
      [3, 'content/b.md', 160_000, 80_000],
      [3, '/c.html', 240_000, 10_000],
    ])
    expect(of('X').at(-2)).toMatchObject({ cat: 'parse', pid: 1, args: { job: 'parse', size: 100_000 } })
    expect(of('C')).toEqual([
      {
        name: 'memory',
        ph: 'C',
        pid: 1,
        tid: 1,
        ts: 50_000,
        args: { 'process, MB': 61, 'heap of the program, MB': 11 },
      },
    ])
  })
})
