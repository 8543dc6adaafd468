import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { collectSamples } from './collect.ts'
import { type SampleRun, runSamples } from './run.ts'

const root = fileURLToPath(new URL('../../content', import.meta.url))
const filter = process.env['SAMPLES'] ?? ''
const { pages, samples } = collectSamples(root, filter)

describe('the code in the documentation', () => {
  const state: { run?: SampleRun } = {}

  beforeAll(async () => {
    state.run = await runSamples('content', samples)
    console.log(
      `${samples.length} distinct samples, ${state.run.executed} tests executed, ${pages.length} pages`,
    )
  }, 600_000)

  test('is executed without an error outside the samples', () => {
    expect(pages.length, `no page begins with "${filter}"`).toBeGreaterThan(0)
    expect(state.run?.executed).toBeGreaterThanOrEqual(samples.length)
    expect(state.run?.broken).toBeUndefined()
  })

  test.each(pages)('of $page is right', ({ page, problems }) => {
    const found = [...problems, ...(state.run?.failures.get(page) ?? [])]
    if (found.length > 0) expect.fail(found.map(problem => `content/${problem}`).join('\n\n'))
  })
})
