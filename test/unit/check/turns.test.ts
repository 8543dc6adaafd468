import { afterEach, expect, it, vi } from 'vitest'
import { rules, runChecks, runInBuild } from '../../../src/check/run.ts'
import { createTestSite } from './test-site.ts'

afterEach(() => vi.restoreAllMocks())

const LINKS = 40

/** How often others had their turn while something ran, every look at the clock being 100 ms after the last. */
async function turnsOf(run: () => Promise<unknown>): Promise<number> {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100))
  const state = { turns: 0, isDone: false }
  const others = (async () => {
    while (!state.isDone) {
      await new Promise(resolve => setImmediate(resolve))
      state.turns += 1
    }
  })()
  await run()
  state.isDone = true
  await others
  return state.turns
}

it('signals are heard between rules, and within those that may find tens of thousands', async () => {
  const links = Array.from({ length: LINKS }, (_, index) => ({
    url: `./no${index}.md`,
    target: `/no${index}.html`,
    place: { file: 'content/a.md', line: index + 1, column: 1 },
  }))
  const site = createTestSite({ 'a.md': { links } })
  const active = rules.filter(({ severity }) => severity !== 'off')
  expect(await turnsOf(() => runChecks(site))).toBeGreaterThanOrEqual(active.length + LINKS)
  expect(await turnsOf(() => runInBuild(site, false))).toBeGreaterThanOrEqual(LINKS)
})
