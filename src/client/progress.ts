/** The constants of the bar. Rates are parts of the whole, times milliseconds. */
export const PROGRESS = {
  minimum: 0.08,
  speed: 200,
  trickleRate: 0.02,
  trickleSpeed: 800,
  cap: 0.994,
} as const

/** A bar on top of the page while a page change loads; no spinner. */
export interface Progress {
  /** Shows the bar at the minimum; a running bar goes on. */
  start(): void
  /** Fills the bar and takes it away; nothing happens when it does not run. */
  done(): void
}

/**
 * Creates the bar. It appears as `#nprogress > .bar`, and `html` has the class `nprogress-busy` meanwhile.
 * Without motion it stands still at full width.
 */
export function createProgress(random: () => number = Math.random): Progress {
  let element: HTMLElement | undefined
  let value = 0
  let trickle: ReturnType<typeof setInterval> | undefined

  const set = (next: number) => {
    value = next
    const bar = element?.firstElementChild
    if (bar instanceof HTMLElement) showValue(bar, next)
  }
  return {
    start: () => {
      if (element) return
      element = createElement()
      document.body.append(element)
      document.documentElement.classList.add('nprogress-busy')
      set(PROGRESS.minimum)
      trickle = setInterval(
        () => set(Math.min(value + random() * PROGRESS.trickleRate, PROGRESS.cap)),
        PROGRESS.trickleSpeed,
      )
    },
    done: () => {
      if (!element) return
      clearInterval(trickle)
      set(1)
      fadeOut(element)
      element = undefined
      document.documentElement.classList.remove('nprogress-busy')
    },
  }
}

function createElement(): HTMLElement {
  const element = document.createElement('div')
  element.id = 'nprogress'
  element.setAttribute('aria-hidden', 'true')
  const bar = document.createElement('div')
  bar.className = 'bar'
  element.append(bar)
  return element
}

function showValue(bar: HTMLElement, value: number): void {
  const still = hasReducedMotion()
  bar.style.width = '100%'
  bar.style.transformOrigin = document.documentElement.dir === 'rtl' ? 'right' : 'left'
  bar.style.transform = still ? 'none' : `scaleX(${value})`
  bar.style.transition = still ? 'none' : `transform ${PROGRESS.speed}ms ease`
  bar.dataset['value'] = String(value)
}

/** Stays full for one speed, fades for another, then goes. */
function fadeOut(element: HTMLElement): void {
  setTimeout(() => {
    if (!hasReducedMotion()) element.style.transition = `opacity ${PROGRESS.speed}ms linear`
    element.style.opacity = '0'
  }, PROGRESS.speed)
  setTimeout(() => element.remove(), 2 * PROGRESS.speed)
}

function hasReducedMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}
