/** Only pages with islands load this script; the first island that starts loads React. */
import { islands } from 'docsgen:islands'
import type { IslandData, IslandTime } from '../schema/plugin.ts'
import { onFirstInteraction, targetOf, whenIdle } from './document.ts'

const known = new Map<HTMLElement, () => void>()

let interact: () => void
/** The first interaction; opening another page counts, too. */
const interaction = new Promise<void>(resolve => (interact = resolve))

function update() {
  for (const [element, end] of known) {
    if (element.isConnected) continue
    known.delete(element)
    end()
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-content] [data-island]'))
    if (!known.has(element)) known.set(element, start(element))
}

function start(element: HTMLElement) {
  const { name, id, props } = JSON.parse(element.dataset['island'] ?? '{}') as IslandData
  const island = Object.hasOwn(islands, name) ? islands[name] : undefined
  const html = element.innerHTML
  // Children that aren't shown yet are in a `<template>`.
  const template = element.querySelector<HTMLTemplateElement>(':scope > template[data-children]')
  template?.remove()
  const children = (template ?? element.querySelector('[data-children]'))?.innerHTML
  const ready = holdClicks(element)
  let unmount: (() => void) | undefined
  let isOver = false
  const run = async ([time, load]: NonNullable<typeof island>) => {
    await waitForTime(time, element)
    const [{ mount }, { default: component }] = await Promise.all([import('./island-root.tsx'), load()])
    if (isOver) return
    unmount = mount(element, component, { name, id, props, html, children, ready, changed: update })
  }
  if (island)
    run(island).catch((error: unknown) => {
      ready()
      console.error(`[docsgen] the island <${name}> didn't load`, error)
    })
  return () => {
    isOver = true
    unmount?.()
  }
}

function holdClicks(element: HTMLElement) {
  const held: HTMLElement[] = []
  const hold = (event: Event) => {
    const button = targetOf(event, 'button')
    if (button?.closest('[data-island]') === element) held.push(button)
  }
  element.addEventListener('click', hold)
  return () => {
    element.removeEventListener('click', hold)
    for (const button of held.splice(0)) if (button.isConnected) button.click()
  }
}

async function waitForTime(time: IslandTime, element: Element): Promise<void> {
  if (time === 'load') return
  await interaction
  if (time !== 'visible') return new Promise(whenIdle)
  await new Promise<void>(resolve => {
    const seen: IntersectionObserverCallback = (entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      resolve()
    }
    new IntersectionObserver(seen, { rootMargin: '200px' }).observe(element)
  })
}

onFirstInteraction(() => interact())
document.addEventListener('docsgen:navigated', () => {
  interact()
  update()
})
// The app needs the content as it was built, not as islands leave it.
const content = document.querySelector<HTMLElement & { asBuilt?: string }>('[data-content]')
if (content) content.asBuilt = content.innerHTML
update()
