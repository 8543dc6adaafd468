/** `click` for assistive technology that presses without a pointer or a key. */
const SIGNS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'keydown',
  'click',
  'scroll',
  'focusin',
  'popstate',
]

/** Calls back once, on the first sign that a reader is there. */
export function onFirstSign(callback: () => void): void {
  const controller = new AbortController()
  const run = (event: Event) => {
    if (isStill(event)) return
    controller.abort()
    callback()
  }
  for (const sign of SIGNS) {
    addEventListener(sign, run, { capture: true, passive: true, signal: controller.signal })
  }
}

/** A browser reports a pointer that does not move, too, when the page appears under it: nobody did anything. */
function isStill(event: Event): boolean {
  if (event.type !== 'pointermove') return false
  const { movementX, movementY } = event as PointerEvent
  return movementX === 0 && movementY === 0
}
