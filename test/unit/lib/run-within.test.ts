import { describe, expect, it } from 'vitest'
import { runWithin } from '../../../src/lib/run-within.ts'

describe('R-PATH-2: work in this thread', () => {
  it('is done when it ends in time, and only once', () => {
    const state = { count: 0 }
    expect(runWithin(1000, () => (state.count += 1))).toBe(true)
    expect(state.count).toBe(1)
  })

  it.each<[string, () => void]>([
    [
      'a loop',
      () => {
        for (;;);
      },
    ],
    ['a regular expression', () => void /(a+)+b/.test('a'.repeat(60))],
    [
      'work that catches everything',
      () => {
        for (;;) {
          try {
            for (;;);
          } catch {
            continue
          }
        }
      },
    ],
  ])('is ended when the time is up: %s', (_name, work) => {
    expect(runWithin(50, work)).toBe(false)
  })

  it('throws where the work would end the process, which may be ended again afterwards', () => {
    const { exit } = process
    expect(() => runWithin(1000, () => process.exit(3))).toThrow(
      'it called `process.exit(3)`, which only docsgen may do; throw an error instead.',
    )
    expect(process.exit).toBe(exit)
  })

  it('throws what the work throws', () => {
    const error = new RangeError('too deep')
    expect(() =>
      runWithin(1000, () => {
        throw error
      }),
    ).toThrow(error)
  })
})
