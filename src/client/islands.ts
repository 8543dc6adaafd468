/**
 * Starts the islands of pages that have some; loaded by those alone. React comes with the first island whose time it is.
 */
import { islands } from 'docsgen:islands'
import { onFirstInteraction } from './document.ts'
import type { IslandData, IslandTime } from '../schema/site-components.ts'

/** How long an idle island waits where the browser does not say when it is idle, in milliseconds. */
const IDLE = 200

/** An island before it is started is looked at from so far away. */
const NEAR = '200px'

/** Islands of the open page, and how each is left. */
const known = new Map<HTMLElement, () => void>()

let signed: () => void
/** The reader's first sign; a page change is one. */
const sign = new Promise<void>(resolve => (signed = resolve))

/** Leaves the islands whose page is gone, and starts those of the page that is there. */
function update(): void {
  for (const [element, leave] of known) {
    if (element.isConnected) continue
    known.delete(element)
    leave()
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-content] [data-island]'))
    if (!known.has(element)) known.set(element, start(element))
}

/** Starts an island when its time has come. Returns what ends it. */
function start(element: HTMLElement): () => void {
  const { name, id, props } = JSON.parse(element.dataset['island'] ?? '{}') as IslandData
  const island = Object.hasOwn(islands, name) ? islands[name] : undefined
  const html = element.innerHTML
  const children = childrenOf(element)
  const release = holdPresses(element)
  let leave: (() => void) | undefined
  let isLeft = false
  const run = async (time: IslandTime, load: NonNullable<typeof island>[1]): Promise<void> => {
    await comeOf(time, element)
    const [{ mount }, { default: component }] = await Promise.all([import('./island-root.tsx'), load()])
    if (isLeft) return
    leave = mount(element, component, { name, id, props, html, children, ready: release, changed: update })
  }
  if (island)
    run(...island).catch((error: unknown) => {
      release()
      console.error(`[docsgen] the island <${name}> did not load`, error)
    })
  return () => {
    isLeft = true
    leave?.()
  }
}

/** What stands in an island: in its place, or behind it where it is not shown yet. */
function childrenOf(element: HTMLElement): string | undefined {
  const template = element.querySelector<HTMLTemplateElement>(':scope > template[data-children]')
  template?.remove()
  return (template ?? element.querySelector('[data-children]'))?.innerHTML
}

/** Keeps the presses of its buttons until it can answer them. Returns what gives them back. */
function holdPresses(element: HTMLElement): () => void {
  const held: HTMLElement[] = []
  const hold = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null
    if (button?.closest('[data-island]') === element) held.push(button)
  }
  element.addEventListener('click', hold)
  return () => {
    element.removeEventListener('click', hold)
    for (const button of held.splice(0)) if (button.isConnected) button.click()
  }
}

async function comeOf(time: IslandTime, element: Element): Promise<void> {
  if (time === 'load') return
  await sign
  await new Promise<void>(resolve => {
    if (time === 'visible') return void whenSeen(element, resolve)
    if ('requestIdleCallback' in window) return void requestIdleCallback(() => resolve())
    setTimeout(resolve, IDLE)
  })
}

function whenSeen(element: Element, seen: () => void): void {
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      seen()
    },
    { rootMargin: NEAR },
  )
  observer.observe(element)
}

onFirstInteraction(() => signed())
document.addEventListener('docsgen:navigated', () => {
  signed()
  update()
})
// The app takes the content from the document: as it was built, not as islands leave it.
const content = document.querySelector<HTMLElement & { asBuilt?: string }>('[data-content]')
if (content) content.asBuilt = content.innerHTML
update()
