import { writeStored } from './document.ts'

export type ColorScheme = 'light' | 'dark' | 'system'

/** Key in `localStorage`; the value is `light` or `dark`, and there is no entry for `system`. */
export const STORAGE_KEY = 'docsgen-scheme'

export const SCHEME_CHANGED = 'docsgen:scheme'

export function readScheme(): ColorScheme {
  const { scheme } = document.documentElement.dataset
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system'
}

/** Shows and stores a scheme; whatever is neither light nor dark is the system's. */
export function chooseScheme(value: string): void {
  const { dataset } = document.documentElement
  if (value === 'light' || value === 'dark') dataset['scheme'] = value
  else delete dataset['scheme']
  const scheme = readScheme()
  writeStored('local', STORAGE_KEY, scheme === 'system' ? undefined : scheme)
  for (const option of document.querySelectorAll<HTMLElement>('[data-scheme-value]'))
    option.ariaPressed = String(option.dataset['schemeValue'] === scheme)
  document.dispatchEvent(new CustomEvent(SCHEME_CHANGED))
}
