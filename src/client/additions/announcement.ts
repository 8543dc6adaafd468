/** Runs before the first paint. */
import { readStored, targetOf, writeStored } from '../document.ts'

const KEY = 'docsgen-announcement'
const { dataset } = document.documentElement

dataset['dismissed'] = readStored('local', KEY) ?? ''

document.addEventListener('click', event => {
  const button = targetOf(event, '[data-dismiss]')
  if (!button) return
  const id = button.dataset['dismiss'] ?? ''
  dataset['dismissed'] = id
  // The focus would be lost with the button.
  document.querySelector<HTMLElement>('.header a, main')?.focus()
  writeStored('local', KEY, id)
})
