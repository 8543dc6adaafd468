import { useSyncExternalStore } from 'react'
import {
  chooseScheme,
  type ColorScheme,
  readScheme,
  SCHEME_CHANGED,
  STORAGE_KEY,
} from '../../src/client/document.ts'

export type { ColorScheme }

/** Another tab chose a scheme. */
function followStorage({ key, newValue }: StorageEvent): void {
  if (key === STORAGE_KEY) chooseScheme(newValue ?? 'system')
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener(SCHEME_CHANGED, onChange)
  window.addEventListener('storage', followStorage)
  return () => {
    document.removeEventListener(SCHEME_CHANGED, onChange)
    window.removeEventListener('storage', followStorage)
  }
}

/** The reader's color scheme; `system` while rendering on the server. Elements with `data-scheme-value` choose it. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, readScheme, () => 'system' as const)
}
