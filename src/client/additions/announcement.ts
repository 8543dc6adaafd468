/** Hides the announcement that the reader dismissed, before the first paint, and remembers the next one. */
const KEY = 'docsgen-announcement'
const { dataset } = document.documentElement

try {
  dataset['dismissed'] = localStorage.getItem(KEY) ?? ''
} catch {
  // Storage is denied: it is there again with the next document.
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-dismiss]')
  if (!button) return
  const id = button.dataset['dismiss'] ?? ''
  dataset['dismissed'] = id
  // The focus would be lost with the button.
  document.querySelector<HTMLElement>('.header a, main')?.focus()
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // It is gone for as long as the document is open.
  }
})
