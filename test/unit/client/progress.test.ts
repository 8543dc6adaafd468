// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endProgress, PROGRESS, startProgress } from '../../../src/client/status.ts'

const bar = () => document.querySelector<HTMLElement>('#nprogress > .bar')
const isBusy = () => document.documentElement.classList.contains('nprogress-busy')

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  endProgress()
  vi.runAllTimers()
  vi.useRealTimers()
})

describe('the progress bar', () => {
  test('starts at 8 % and gains at most 2 points every 800 ms, up to 99.4 %', () => {
    expect(PROGRESS).toEqual({ minimum: 0.08, speed: 200, trickleRate: 0.02, trickleSpeed: 800, cap: 0.994 })
    vi.spyOn(Math, 'random').mockReturnValue(1)
    startProgress()
    vi.advanceTimersByTime(799)
    expect(bar()?.style.transform).toBe('scaleX(0.08)')
    expect(isBusy()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(bar()?.style.transform).toBe('scaleX(0.1)')
    vi.advanceTimersByTime(800 * 200)
    expect(bar()?.style.transform).toBe('scaleX(0.994)')
  })

  test('is full when done and gone 400 ms later; done without a start, nothing happens', () => {
    endProgress()
    expect(bar()).toBeNull()
    startProgress()
    vi.advanceTimersByTime(800)
    startProgress()
    expect(document.querySelectorAll('#nprogress')).toHaveLength(1)
    expect(bar()?.style.transform).not.toBe('scaleX(0.08)')
    endProgress()
    expect(bar()?.style.transform).toBe('scaleX(1)')
    expect(isBusy()).toBe(false)
    vi.advanceTimersByTime(399)
    expect(bar()).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(bar()).toBeNull()
  })

  test('stands still when the reader wants no motion', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    startProgress()
    expect(bar()?.style.transform).toBe('none')
  })
})
