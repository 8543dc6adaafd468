import type { Provider } from './results.ts'

/**
 * Asks the hosted service, and the index of the site once the service has failed or there is no network; from then on
 * only the index, until the dialog is opened again.
 * @param announce tells the reader, once
 */
export function withFallback(
  hosted: Provider,
  local: () => Promise<Provider>,
  announce: () => void,
): Provider {
  let isHosted = true
  const giveUp = (): void => {
    if (isHosted) announce()
    isHosted = false
  }
  return {
    async search(query, signal, show) {
      if (!navigator.onLine) giveUp()
      if (isHosted) {
        try {
          return await hosted.search(query, signal, show)
        } catch (error) {
          if (signal.aborted) return
          console.warn('[docsgen] the search service failed; the index of the site is used', error)
          giveUp()
        }
      }
      const provider = await local()
      if (!signal.aborted) await provider.search(query, signal, show)
    },
  }
}
