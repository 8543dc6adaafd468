import { describe, expect, it } from 'vitest'
import { swipeOf } from '../../../templates/components/swipe.ts'

const from = { x: 20, y: 100 }

describe('swipeOf', () => {
  it('needs more than 40 px and more sideways than down', () => {
    expect(swipeOf(from, { x: 60, y: 100 })).toBeUndefined()
    expect(swipeOf(from, { x: 61, y: 100 })).toBe('forward')
    expect(swipeOf(from, { x: 90, y: 170 })).toBeUndefined()
    expect(swipeOf(from, { x: -40, y: 120 })).toBe('backward')
  })

  it('follows the direction of the text', () => {
    expect(swipeOf(from, { x: 90, y: 100 }, true)).toBe('backward')
    expect(swipeOf(from, { x: -90, y: 100 }, true)).toBe('forward')
  })
})
