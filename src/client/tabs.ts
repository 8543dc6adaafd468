/** Panels below each other become tabs (WAI-ARIA tabs pattern). */
import { element, readStored, targetOf, writeStored } from './document.ts'

const CHOICE = 'docsgen-tabs-'

const TAB = '.tab-list > button'

const groups = () => document.querySelectorAll<HTMLElement>('.content .tabs')
const buttonsOf = (group: Element) => [...group.querySelectorAll<HTMLButtonElement>(`:scope > ${TAB}`)]

function buildAll() {
  for (const group of groups()) {
    // The page keeps a list that was made before.
    if (!group.querySelector(':scope > .tab-list')) build(group)
    const { sync } = group.dataset
    if (sync !== undefined) openNamed(group, readStored('local', CHOICE + sync))
  }
  openTarget()
}

function build(group: HTMLElement) {
  const list = element('div', { class: 'tab-list', role: 'tablist' })
  for (const panel of group.querySelectorAll<HTMLElement>(':scope > .tab')) {
    const title = panel.querySelector(':scope > .tab-title')?.textContent ?? ''
    const attributes = { type: 'button', id: `${panel.id}-label`, role: 'tab', 'aria-controls': panel.id }
    const button = element('button', attributes, title)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', button.id)
    panel.tabIndex = 0
    list.append(button)
  }
  group.prepend(list)
  const [first] = buttonsOf(group)
  if (first) open(first)
}

function open(button: HTMLElement) {
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

function openNamed(group: HTMLElement, title: string | null) {
  const found = buttonsOf(group).find(({ textContent }) => textContent === title)
  if (found) open(found)
}

function choose(button: HTMLElement) {
  const { top } = button.getBoundingClientRect()
  open(button)
  const sync = button.closest<HTMLElement>('.tabs')?.dataset['sync']
  if (sync !== undefined) {
    writeStored('local', CHOICE + sync, button.textContent)
    for (const group of groups())
      if (group.dataset['sync'] === sync && !group.contains(button)) openNamed(group, button.textContent)
  }
  scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
}

function openTarget() {
  const named = [...document.querySelectorAll('.tabs [id]')]
  const target = named.find(({ id }) => new URL(`#${id}`, location.href).hash === location.hash)
  if (location.hash && target && openAround(target)) target.scrollIntoView()
}

function openAround(element: Element) {
  let opened = false
  for (let panel = element.closest('.tab'); panel; panel = panel.parentElement?.closest('.tab') ?? null) {
    const button = document.getElementById(panel.getAttribute('aria-labelledby') ?? '')
    if (!button || !panel.hasAttribute('hidden')) continue
    open(button)
    opened = true
  }
  return opened
}

document.addEventListener('click', event => {
  const button = targetOf(event, TAB)
  if (button) choose(button)
})
document.addEventListener('keydown', event => {
  const button = targetOf<HTMLButtonElement>(event, TAB)
  const group = button?.closest('.tabs')
  if (!button || !group || event.ctrlKey || event.altKey || event.metaKey) return
  const buttons = buttonsOf(group)
  const forward = getComputedStyle(group).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const ends: Record<string, number> = { Home: 0, End: -1 }
  const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  const along = buttons.indexOf(button) + (event.key === forward ? 1 : -1)
  const next = buttons.at(isArrow ? along % buttons.length : (ends[event.key] ?? buttons.length))
  if (!next) return
  event.preventDefault()
  choose(next)
  next.focus()
})
const openMatch = (event: Event) => {
  const panel = targetOf(event, '.tab')
  if (panel) openAround(panel)
}
document.addEventListener('beforematch', openMatch, true)
document.addEventListener('docsgen:navigated', buildAll)
addEventListener('hashchange', openTarget)
buildAll()
