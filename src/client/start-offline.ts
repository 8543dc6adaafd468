import type { BootData } from '../schema/view.ts'

/** Quiet time after the page has loaded, in milliseconds, before the worker may use the network. */
const QUIET = 2000

/** Registers the service worker: after load and a moment of quiet, or after load and the reader's first sign. */
export function startOffline(boot: BootData, firstSign: Promise<void>): void {
  const isLoaded = new Promise<void>(resolve => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })
  void isLoaded
    .then(() => Promise.race([firstSign, new Promise(resolve => setTimeout(resolve, QUIET))]))
    .then(() => import('./offline/register.ts'))
    .then(offline => offline.registerOffline(boot))
    .catch((error: unknown) => console.error('[docsgen] offline reading is not available', error))
}
