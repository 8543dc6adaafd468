import { useSyncExternalStore } from 'react'

export type ColorScheme = 'light' | 'dark' | 'system'

/** Key in `localStorage`; the value is `light` or `dark`, and there is no entry for `system`. */
const STORAGE_KEY = 'docsgen-scheme'
const CHANGED = 'docsgen:scheme'

/** The scheme the reader chose: `data-scheme` on the root element, set before the first paint. */
function readScheme(): ColorScheme {
  const scheme = document.documentElement.dataset['scheme']
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system'
}

/** Shows and stores a scheme; storage may be denied (C-15). */
function chooseScheme(scheme: ColorScheme): void {
  if (scheme === 'system') delete document.documentElement.dataset['scheme']
  else document.documentElement.dataset['scheme'] = scheme
  try {
    if (scheme === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, scheme)
  } catch {
    // The choice then lasts as long as the document.
  }
  document.dispatchEvent(new CustomEvent(CHANGED))
}

/** Another tab chose a scheme. */
function followStorage(event: StorageEvent): void {
  if (event.key !== STORAGE_KEY) return
  const { newValue } = event
  chooseScheme(newValue === 'light' || newValue === 'dark' ? newValue : 'system')
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener(CHANGED, onChange)
  window.addEventListener('storage', followStorage)
  return () => {
    document.removeEventListener(CHANGED, onChange)
    window.removeEventListener('storage', followStorage)
  }
}

/** The reader's colour scheme and how to change it; `system` while rendering on the server. */
export function useColorScheme(): [ColorScheme, (scheme: ColorScheme) => void] {
  return [useSyncExternalStore(subscribe, readScheme, () => 'system' as const), chooseScheme]
}
