interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** True when the reader asked for little data, or the connection can carry little. */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}

/**
 * Asks the browser to fetch a script ahead; the script element that follows finds it in the cache.
 * @returns whether it arrived
 */
export function addHint(address: string): Promise<boolean> {
  return new Promise(resolve => {
    const hint = document.createElement('link')
    const settle = (event: Event) => {
      hint.remove()
      resolve(event.type === 'load')
    }
    hint.rel = 'prefetch'
    hint.as = 'script'
    hint.href = address
    hint.onload = settle
    hint.addEventListener('error', settle)
    document.head.append(hint)
  })
}

/** Calls back for each observed link that comes into view; undefined where the browser cannot tell. */
export function observeView(seen: (link: HTMLAnchorElement) => void): IntersectionObserver | undefined {
  if (typeof IntersectionObserver !== 'function') return undefined
  return new IntersectionObserver((entries, observer) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      seen(target as HTMLAnchorElement)
    }
  })
}

/** Runs a task when the browser has nothing better to do. */
export function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 1000 })
  else setTimeout(task, 200)
}
