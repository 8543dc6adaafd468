import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from './site.ts'

/** Enough pages for threads. */
const PAGES = 30
const FILES = Object.fromEntries(
  Array.from({ length: PAGES - 1 }, (_, index) => [`content/p${index}.md`, `# Page ${index}\n\nText.\n`]),
)

interface TraceEvent {
  name: string
  ph: string
  tid: number
  ts: number
  dur: number
  cat: string
  args: { name?: string }
}

const state = {} as { site: TestSite; reference: Record<string, string> }
beforeAll(async () => {
  const plain = createTestSite(FILES)
  const { code } = await plain.run(['build', '--no-cache'])
  expect([code, existsSync(path.join(plain.root, '.docsgen'))]).toEqual([0, false])
  state.reference = plain.hashes('dist')
  plain.remove()
  state.site = createTestSite(FILES)
})
afterAll(() => state.site.remove())

/** Builds with a profile; gives its report, the rows of its trace by name, and how many pages were parsed in each. */
async function profile(workers: string, args: readonly string[] = [], folder = '.docsgen/profile') {
  const { site } = state
  const env = { DOCSGEN_WORKERS: workers }
  const { code, stderr } = await site.run(['build', '--profile', ...args], { env })
  expect([code, site.hashes('dist')]).toEqual([0, state.reference])
  expect(stderr).toContain(`Profile: ${folder}/profile.txt · ${folder}/trace.json`)
  const trace = JSON.parse(site.read(`${folder}/trace.json`)) as { traceEvents: TraceEvent[] }
  const events = trace.traceEvents
  const rows = events
    .filter(({ name }) => name === 'thread_name')
    .map(({ tid, args: { name } }) => ({ tid, name }))
  const parsed = rows.map(({ tid, name }) => {
    return [name, events.filter(event => event.tid === tid && event.cat === 'parse').length] as const
  })
  return { report: site.read(`${folder}/profile.txt`), parsed, events }
}

describe('a profile of a build', () => {
  it('shows what threads did, page by page, and what the cache spared; the output is the same', async () => {
    const cold = await profile('2')
    const threads = cold.parsed.filter(([name]) => name === 'pages')
    expect(threads).toHaveLength(2)
    expect(cold.parsed.reduce((sum, [, count]) => sum + count, 0)).toBe(PAGES)
    expect(cold.report).toMatch(/^ {2}parsed pages +0 +30$/m)
    expect(cold.report).toMatch(/^ {2}rendered pages +0 +30$/m)
    expect(cold.report).toMatch(/^ {2}content\/p\d+\.md +[\d.]+ ms +0\.0 kB$/m)
    expect(cold.report).toMatch(/^Largest documents/m)
    // Stages follow one another without a gap.
    const stages = cold.events.filter(({ cat }) => cat === 'stage')
    expect(stages.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'parse', 'join', 'end']))
    for (const [index, { ts, dur }] of stages.slice(0, -1).entries())
      expect(Math.abs(ts + dur - stages[index + 1]!.ts)).toBeLessThanOrEqual(1)

    const warm = await profile('0', ['elsewhere'], 'elsewhere')
    expect(warm.report).toMatch(/^ {2}parsed pages +30 +0$/m)
    expect(warm.report).toMatch(/^ {2}rendered pages +30 +0$/m)
    expect(warm.parsed).toEqual([
      ['stages', 0],
      ['program', 0],
    ])
    expect(state.site.read('.docsgen/profile/.gitignore')).toBe('*\n')
  })

  it('is there when the build fails, and a build does not fail for one that cannot be written', async () => {
    const { site } = state
    const here = await site.run(['build', '--profile', 'site.config.ts'])
    expect([here.code, here.stderr]).toEqual([0, expect.stringMatching(/warning output\/write.*profile/)])
    site.write('content/p1.md', '!!!include(missing.md)!!!\n')
    const failed = await site.run(['build', '--profile', 'failed'])
    expect(failed.code).toBe(1)
    expect(site.read('failed/profile.txt')).toMatch(/^ {2}parsed pages +29 +1$/m)
  })
})
