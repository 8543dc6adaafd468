import type { Strings } from '../schema/strings.ts'
import { button, element } from './document.ts'

const REGION = 'docsgen-announcer'
/** Screen readers need a moment for a new region, in milliseconds. */
const DELAY = 50

export function announce(text: string) {
  const region = findRegion()
  region.textContent = ''
  setTimeout(() => (region.textContent = text), DELAY)
}

/** The region must exist before its text changes. */
export function findRegion() {
  const existing = document.getElementById(REGION)
  if (existing) return existing
  const live = { 'aria-live': 'polite', 'aria-atomic': 'true' }
  const region = element('div', { id: REGION, class: 'visually-hidden', ...live })
  document.body.append(region)
  return region
}

let failure: HTMLElement | undefined

export function showFailure(text: string, { retry: retryText }: Strings, retry: () => void) {
  clearFailure()
  const id = 'docsgen-load-status'
  // A landmark, so that readers find it.
  const region = { class: 'load-status', role: 'region', 'aria-labelledby': id }
  failure = element('div', region, element('p', { id }, text), button('', retryText, retry))
  document.body.append(failure)
  announce(text)
}

export function clearFailure() {
  failure?.remove()
  failure = undefined
}

export const PROGRESS = {
  minimum: 0.08,
  speed: 200,
  trickleRate: 0.02,
  trickleSpeed: 800,
  cap: 0.994,
}

let endRunning: (() => void) | undefined

/** A running bar continues. With reduced motion it is full at once. */
export function startProgress() {
  if (endRunning) return
  const { classList, dir } = document.documentElement
  const bar = element('div', { class: 'bar' })
  const box = element('div', { id: 'nprogress', 'aria-hidden': 'true' }, bar)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  let value = PROGRESS.minimum
  const show = (next: number) => {
    value = next
    bar.style.transform = isStill ? 'none' : `scaleX(${value})`
  }
  bar.style.transition = `transform ${PROGRESS.speed}ms ease`
  bar.style.transformOrigin = dir === 'rtl' ? 'right' : 'left'
  show(value)
  document.body.append(box)
  classList.add('nprogress-busy')
  const step = () => show(Math.min(value + Math.random() * PROGRESS.trickleRate, PROGRESS.cap))
  const trickle = setInterval(step, PROGRESS.trickleSpeed)
  endRunning = () => {
    endRunning = undefined
    clearInterval(trickle)
    show(1)
    classList.remove('nprogress-busy')
    setTimeout(() => {
      box.style.transition = `opacity ${PROGRESS.speed}ms linear`
      box.style.opacity = '0'
    }, PROGRESS.speed)
    setTimeout(() => box.remove(), 2 * PROGRESS.speed)
  }
}

export function endProgress() {
  endRunning?.()
}
