import type { BootData } from '../schema/view.ts'

/** Reads the inert JSON of the document; undefined where there is none or it is damaged. */
export function readBootData(): BootData | undefined {
  try {
    return JSON.parse(
      document.querySelector('script[type="application/json"][data-docsgen]')?.textContent ?? '',
    ) as BootData
  } catch {
    return undefined
  }
}

/** Shows the controls that work only with JavaScript. Content that is shown again may have the mark of a copy that was made before. */
export function revealControls(): void {
  for (const control of document.querySelectorAll('.copy-code[hidden], [data-js][hidden]'))
    control.removeAttribute('hidden')
  for (const button of document.querySelectorAll('.copy-code[data-copied]'))
    button.removeAttribute('data-copied')
}

/** Interactions; `click` is for assistive technology that presses without a pointer or a key. */
const INTERACTIONS = 'pointermove pointerdown touchstart wheel keydown click scroll focusin popstate'

/** Calls back once, on the reader's first interaction. */
export function onFirstInteraction(callback: () => void): void {
  const controller = new AbortController()
  const run = (event: Event) => {
    // A browser also reports a pointer that does not move, when the page appears under it: nobody did anything.
    const { movementX, movementY } = event as Partial<PointerEvent>
    if (event.type === 'pointermove' && movementX === 0 && movementY === 0) return
    controller.abort()
    callback()
  }
  const options = { capture: true, passive: true, signal: controller.signal }
  for (const type of INTERACTIONS.split(' ')) addEventListener(type, run, options)
}

/** How long a reader waits for an answer before it counts as lost, in milliseconds. */
export const REQUEST_TIMEOUT = 8000

/** How long the second try may take, in milliseconds: after ten seconds the reader knows. */
export const RETRY_TIMEOUT = 1500

export class LateError extends Error {
  override name = 'LateError'
}

/** The outcome of `work`, or a `LateError` after that many milliseconds; the work itself goes on. */
export function within<T>(work: Promise<T>, milliseconds: number = REQUEST_TIMEOUT): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => setTimeout(() => reject(new LateError()), milliseconds)),
  ])
}

/** True when the reader asked for little data, or the connection can carry little. */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}

/** Runs a task when the browser has nothing better to do; Safari does not tell. */
export function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 1000 })
  else setTimeout(task, 200)
}

/** The browser's workers; undefined without support, in private windows, over plain HTTP and in sandboxed frames. */
export function findWorkers(): ServiceWorkerContainer | undefined {
  try {
    return (navigator as Partial<Navigator>).serviceWorker
  } catch {
    return undefined
  }
}
