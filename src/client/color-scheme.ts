export type ColorScheme = 'light' | 'dark' | 'system'

/** Key in `localStorage`; the value is `light` or `dark`, and there is no entry for `system`. */
export const STORAGE_KEY = 'docsgen-scheme'

/** Dispatched on the document when another scheme was chosen. */
export const SCHEME_CHANGED = 'docsgen:scheme'

/** The scheme the reader chose: `data-scheme` on the root element, set before the first paint. */
export function readScheme(): ColorScheme {
  const { scheme } = document.documentElement.dataset
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system'
}

/** Shows and stores a scheme; whatever is neither light nor dark is the system's. Storage may be denied. */
export function chooseScheme(value: string): void {
  const { dataset } = document.documentElement
  if (value === 'light' || value === 'dark') dataset['scheme'] = value
  else delete dataset['scheme']
  const scheme = readScheme()
  try {
    if (scheme === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, scheme)
  } catch {
    // The choice then lasts as long as the document.
  }
  for (const option of document.querySelectorAll<HTMLElement>('[data-scheme-value]')) {
    option.ariaPressed = String(option.dataset['schemeValue'] === scheme)
  }
  document.dispatchEvent(new CustomEvent(SCHEME_CHANGED))
}
