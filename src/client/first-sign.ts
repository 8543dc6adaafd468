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
  const run = () => {
    controller.abort()
    callback()
  }
  for (const sign of SIGNS) {
    addEventListener(sign, run, { capture: true, passive: true, signal: controller.signal })
  }
}
