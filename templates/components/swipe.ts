/** Which way a finger moved, in reading direction. */
export type Swipe = 'forward' | 'backward'

/** Shortest horizontal move that counts, in CSS pixels. */
const MIN_DISTANCE = 40

interface Point {
  x: number
  y: number
}

/** The swipe that a touch made: horizontal rather than vertical and longer than 40 px. */
export function swipeOf(start: Point, end: Point, isRightToLeft = false): Swipe | undefined {
  const x = end.x - start.x
  const y = end.y - start.y
  if (Math.abs(x) <= Math.abs(y) || Math.abs(x) <= MIN_DISTANCE) return undefined
  return x > 0 === isRightToLeft ? 'backward' : 'forward'
}

/** True where a touch scrolls something sideways instead: code and tables. */
function scrollsSideways(target: EventTarget | null): boolean {
  const region = target instanceof Element ? target.closest('pre, .table-region') : null
  return region !== null && region.scrollWidth > region.clientWidth
}

/**
 * Calls back for every swipe with its distance from the edge where lines start, in CSS pixels.
 * Returns a function that stops it.
 */
export function watchSwipes(onSwipe: (swipe: Swipe, fromEdge: number) => void): () => void {
  let start: Point | undefined
  const begin = (event: TouchEvent) => {
    const touch = event.changedTouches[0]
    const counts = touch && event.touches.length === 1 && !scrollsSideways(event.target)
    start = counts ? { x: touch.clientX, y: touch.clientY } : undefined
  }
  const end = (event: TouchEvent) => {
    const touch = event.changedTouches[0]
    if (!touch || !start) return
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const swipe = swipeOf(start, { x: touch.clientX, y: touch.clientY }, isRightToLeft)
    if (swipe) onSwipe(swipe, isRightToLeft ? document.documentElement.clientWidth - start.x : start.x)
  }
  document.addEventListener('touchstart', begin, { passive: true })
  document.addEventListener('touchend', end, { passive: true })
  return () => {
    document.removeEventListener('touchstart', begin)
    document.removeEventListener('touchend', end)
  }
}
