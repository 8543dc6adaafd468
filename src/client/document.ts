import type { BootData } from '../schema/view.ts'

/** Reads the inert JSON of the document; undefined where there is none or it is damaged. */
export function readBootData(): BootData | undefined {
  const text = document.querySelector('script[type="application/json"][data-docsgen]')?.textContent
  if (!text) return undefined
  try {
    return JSON.parse(text) as BootData
  } catch {
    return undefined
  }
}

/**
 * Shows the controls that work only with JavaScript; documents carry them hidden. Content that is shown anew may
 * come with the mark of a copy that was made when it was open before.
 */
export function revealControls(): void {
  for (const control of document.querySelectorAll('.copy-code[hidden], [data-js][hidden]')) {
    control.removeAttribute('hidden')
  }
  for (const button of document.querySelectorAll('.copy-code[data-copied]')) {
    button.removeAttribute('data-copied')
  }
}

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
export function onFirstInteraction(callback: () => void): void {
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

/** How long a reader waits for an answer before it counts as lost, in milliseconds. */
export const PATIENCE = 8000

/** How long the second try may take, in milliseconds: after ten seconds the reader knows. */
export const RETRY_PATIENCE = 1500

/** Something that a reader waits for did not come in time. */
export class LateError extends Error {
  override name = 'LateError'
}

/** The outcome of `work`, or a `LateError` after that many milliseconds; the work itself goes on. */
export function within<T>(work: Promise<T>, milliseconds: number = PATIENCE): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => setTimeout(() => reject(new LateError()), milliseconds)),
  ])
}
