import { element } from './dom.ts'

export const PROGRESS = {
  minimum: 0.08,
  speed: 200,
  trickleRate: 0.02,
  trickleSpeed: 800,
  cap: 0.994,
} as const

/** The bar that runs: `#nprogress > .bar`; `html` has the class `nprogress-busy` meanwhile. */
let running:
  | { box: HTMLElement; isStill: boolean; show(value: number): void; trickle: ReturnType<typeof setInterval> }
  | undefined

/** Shows a bar on top of the page while a page change loads; a running bar goes on. Without motion it is full at once. */
export function startProgress(): void {
  if (running) return
  const bar = element('div', { class: 'bar' })
  const box = element('div', { id: 'nprogress', 'aria-hidden': 'true' }, bar)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  let value: number = PROGRESS.minimum
  const show = (next: number) => {
    value = next
    bar.style.transform = isStill ? 'none' : `scaleX(${value})`
    bar.style.transition = isStill ? 'none' : `transform ${PROGRESS.speed}ms ease`
    bar.dataset['value'] = String(value)
  }
  bar.style.width = '100%'
  bar.style.transformOrigin = document.documentElement.dir === 'rtl' ? 'right' : 'left'
  show(value)
  document.body.append(box)
  document.documentElement.classList.add('nprogress-busy')
  const step = () => show(Math.min(value + Math.random() * PROGRESS.trickleRate, PROGRESS.cap))
  running = { box, isStill, show, trickle: setInterval(step, PROGRESS.trickleSpeed) }
}

/** Fills the bar and removes it: it stays full for one speed and fades for another. */
export function endProgress(): void {
  if (!running) return
  const { box, isStill, show, trickle } = running
  running = undefined
  clearInterval(trickle)
  show(1)
  document.documentElement.classList.remove('nprogress-busy')
  setTimeout(() => {
    if (!isStill) box.style.transition = `opacity ${PROGRESS.speed}ms linear`
    box.style.opacity = '0'
  }, PROGRESS.speed)
  setTimeout(() => box.remove(), 2 * PROGRESS.speed)
}
