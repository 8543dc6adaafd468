// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProgress, PROGRESS } from '../../../src/client/progress.ts'

const bar = () => document.querySelector<HTMLElement>('#nprogress > .bar')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

describe('the progress bar', () => {
  test('has the constants of the specification', () => {
    expect(PROGRESS).toEqual({ minimum: 0.08, speed: 200, trickleRate: 0.02, trickleSpeed: 800, cap: 0.994 })
  })

  test('starts at 8 % and gains at most 2 points every 800 ms', () => {
    const progress = createProgress(() => 0.5)
    progress.start()
    expect(bar()?.style.transform).toBe('scaleX(0.08)')
    expect(document.documentElement.classList.contains('nprogress-busy')).toBe(true)
    vi.advanceTimersByTime(799)
    expect(bar()?.style.transform).toBe('scaleX(0.08)')
    vi.advanceTimersByTime(1)
    expect(bar()?.style.transform).toBe('scaleX(0.09)')
    vi.advanceTimersByTime(800)
    expect(Number(bar()?.dataset['value'])).toBeCloseTo(0.1)
    progress.done()
  })

  test('never passes 99.4 % by itself', () => {
    const progress = createProgress(() => 1)
    progress.start()
    vi.advanceTimersByTime(800 * 200)
    expect(bar()?.dataset['value']).toBe('0.994')
    progress.done()
  })

  test('is full when done and gone 400 ms later', () => {
    const progress = createProgress()
    progress.start()
    progress.done()
    expect(bar()?.style.transform).toBe('scaleX(1)')
    expect(document.documentElement.classList.contains('nprogress-busy')).toBe(false)
    vi.advanceTimersByTime(399)
    expect(bar()).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(bar()).toBeNull()
  })

  test('goes on when started again, and does nothing when done without a start', () => {
    const progress = createProgress(() => 1)
    progress.done()
    expect(bar()).toBeNull()
    progress.start()
    vi.advanceTimersByTime(800)
    progress.start()
    expect(document.querySelectorAll('#nprogress')).toHaveLength(1)
    expect(bar()?.dataset['value']).toBe('0.1')
    progress.done()
    vi.advanceTimersByTime(400)
    progress.start()
    expect(bar()?.dataset['value']).toBe('0.08')
    progress.done()
  })

  test('A-MOT-1: stands still when the reader wants no motion', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const progress = createProgress()
    progress.start()
    expect(bar()?.style.transform).toBe('none')
    expect(bar()?.style.transition).toBe('none')
    progress.done()
  })
})
