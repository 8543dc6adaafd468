/** Remembers for the tab which groups of the sidebar the reader opened and closed; what holds the open page is always open. */
const KEY = 'docsgen-groups'

function read(): Record<string, boolean> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, boolean>
  } catch {
    return {}
  }
}

/** Titles from the outermost group to this one. */
function nameOf(group: Element): string {
  const outer = group.parentElement?.closest('details')
  const title = group.querySelector('summary')?.textContent ?? ''
  return outer ? `${nameOf(outer)}\n${title}` : title
}

function restore(): void {
  const known = read()
  for (const group of document.querySelectorAll<HTMLDetailsElement>('.sidebar details')) {
    const holdsPage = group.querySelector('[aria-current="page"], [data-active]') !== null
    group.open = holdsPage || (known[nameOf(group)] ?? group.open)
  }
}

document.addEventListener('click', ({ target }) => {
  const group = target instanceof Element && target.closest('.sidebar summary')?.parentElement
  if (!(group instanceof HTMLDetailsElement)) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...read(), [nameOf(group)]: !group.open }))
  } catch {
    // Storage is denied: groups are as they were written with the next document.
  }
})
document.addEventListener('DOMContentLoaded', restore)
document.addEventListener('docsgen:navigated', restore)
