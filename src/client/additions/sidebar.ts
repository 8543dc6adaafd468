/** Remembers for the tab which groups are open; those around the open page always are. */
import { readStoredList, targetOf, writeStored } from '../document.ts'

const KEY = 'docsgen-groups'

const readGroups = () => new Map(readStoredList<[string, boolean]>(KEY))

function nameOf(group: Element): string {
  const outer = group.parentElement?.closest('details')
  const title = group.querySelector('summary')?.textContent ?? ''
  return outer ? `${nameOf(outer)}\n${title}` : title
}

function restore() {
  const known = readGroups()
  for (const group of document.querySelectorAll<HTMLDetailsElement>('.sidebar details')) {
    const holdsPage = group.querySelector('[aria-current="page"], [data-active]') !== null
    group.open = holdsPage || (known.get(nameOf(group)) ?? group.open)
  }
}

document.addEventListener('click', event => {
  const group = targetOf(event, '.sidebar summary')?.parentElement
  if (!(group instanceof HTMLDetailsElement)) return
  const groups = readGroups().set(nameOf(group), !group.open)
  writeStored('session', KEY, JSON.stringify([...groups]))
})
document.addEventListener('DOMContentLoaded', restore)
document.addEventListener('docsgen:navigated', restore)
