import { useSyncExternalStore } from 'react'

/** What the router dispatches on the document after every confirmed navigation, changes of the hash included. */
export const NAVIGATED = 'docsgen:navigated'

function subscribe(onChange: () => void): () => void {
  document.addEventListener(NAVIGATED, onChange)
  window.addEventListener('hashchange', onChange)
  return () => {
    document.removeEventListener(NAVIGATED, onChange)
    window.removeEventListener('hashchange', onChange)
  }
}

function readHash(): string {
  const hash = location.hash.slice(1)
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

/** Id of the heading in view: the decoded hash, which follows scrolling. Empty on the server. */
export function useCurrentHeading(): string {
  return useSyncExternalStore(subscribe, readHash, () => '')
}
