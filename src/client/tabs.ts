/**
 * Makes tabs of panels that stand below each other (the pattern of WAI-ARIA). Loaded by documents that have some, and imports
 * nothing, so that all others are spared it.
 */

/** The choice of tabs that have a name, by that name. */
const REMEMBERED = 'docsgen-tabs-'

const listOf = (group: Element) => group.querySelector(':scope > .tab-list')
const panelsOf = (group: Element) => [...group.querySelectorAll<HTMLElement>(':scope > .tab')]
const buttonsOf = (group: Element) => [...(listOf(group)?.querySelectorAll('button') ?? [])]

function buildAll(): void {
  for (const group of document.querySelectorAll<HTMLElement>('.content .tabs')) {
    if (!listOf(group)) build(group)
    const wanted = remembered(group)
    const found = buttonsOf(group).find(button => button.textContent === wanted)
    if (found) open(found)
  }
  openTarget()
}

/** Adds the list of tabs. What is already there was made by this script and is kept by the page. */
function build(group: HTMLElement): void {
  const list = document.createElement('div')
  list.className = 'tab-list'
  list.setAttribute('role', 'tablist')
  for (const panel of panelsOf(group)) {
    const button = document.createElement('button')
    const title = panel.querySelector(':scope > .tab-title')
    button.type = 'button'
    button.id = `${panel.id}-label`
    button.textContent = title?.textContent ?? ''
    button.setAttribute('role', 'tab')
    button.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', button.id)
    panel.tabIndex = 0
    list.append(button)
  }
  group.prepend(list)
  const [first] = buttonsOf(group)
  if (first) open(first)
}

/** Opens the panel of a tab. Those that are closed can be found by the browser's search, which opens them. */
function open(button: HTMLElement): void {
  const group = button.closest('.tabs')
  if (!group) return
  for (const other of buttonsOf(group)) {
    const isOpen = other === button
    other.setAttribute('aria-selected', String(isOpen))
    other.tabIndex = isOpen ? 0 : -1
    const panel = document.getElementById(other.getAttribute('aria-controls') ?? '')
    if (isOpen) panel?.removeAttribute('hidden')
    else panel?.setAttribute('hidden', 'until-found')
  }
}

/** Opens the panel that a reader asked for, and the same one of all tabs of the name, without the tab moving away. */
function choose(button: HTMLElement): void {
  const top = button.getBoundingClientRect().top
  open(button)
  const name = button.closest<HTMLElement>('.tabs')?.dataset['sync']
  if (name !== undefined) {
    remember(name, button.textContent ?? '')
    for (const group of document.querySelectorAll<HTMLElement>('.content .tabs')) {
      const same = group.dataset['sync'] === name && !group.contains(button)
      const found = same && buttonsOf(group).find(({ textContent }) => textContent === button.textContent)
      if (found) open(found)
    }
  }
  scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
}

function remembered(group: HTMLElement): string | null {
  const name = group.dataset['sync']
  try {
    return name === undefined ? null : localStorage.getItem(REMEMBERED + name)
  } catch {
    return null
  }
}

function remember(name: string, choice: string): void {
  try {
    localStorage.setItem(REMEMBERED + name, choice)
  } catch {
    // Nothing can be kept here: the choice is for this page.
  }
}

/** Opens every panel around what the address names. */
function openTarget(): void {
  const named = [...document.querySelectorAll('.tabs [id]')]
  const target = named.find(({ id }) => new URL(`#${id}`, location.href).hash === location.hash)
  if (location.hash && target && openAround(target)) target.scrollIntoView()
}

/** True if something was closed. */
function openAround(element: Element): boolean {
  let opened = false
  for (let panel = element.closest('.tab'); panel; panel = panel.parentElement?.closest('.tab') ?? null) {
    const button = document.getElementById(panel.getAttribute('aria-labelledby') ?? '')
    if (button && panel.hasAttribute('hidden')) {
      open(button)
      opened = true
    }
  }
  return opened
}

function tabOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.tab-list > button') : null
}

/** How far a key goes along the list, in the direction of the text. */
function step(key: string, list: Element): number | undefined {
  const forward = getComputedStyle(list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowLeft' || key === 'ArrowRight') return key === forward ? 1 : -1
  return undefined
}

document.addEventListener('click', event => {
  const button = tabOf(event)
  if (button) choose(button)
})
document.addEventListener('keydown', event => {
  const button = tabOf(event)
  const group = button?.closest('.tabs')
  if (!button || !group || event.ctrlKey || event.altKey || event.metaKey) return
  const buttons = buttonsOf(group)
  const along = step(event.key, group)
  const at =
    along === undefined
      ? -1
      : (buttons.indexOf(button as HTMLButtonElement) + along + buttons.length) % buttons.length
  const next = event.key === 'Home' ? buttons[0] : event.key === 'End' ? buttons.at(-1) : buttons[at]
  if (!next) return
  event.preventDefault()
  choose(next)
  next.focus()
})
document.addEventListener(
  'beforematch',
  ({ target }) => {
    if (target instanceof Element) openAround(target)
  },
  true,
)
document.addEventListener('docsgen:navigated', buildAll)
addEventListener('hashchange', openTarget)
buildAll()
