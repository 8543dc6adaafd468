/** An address is loaded whole at most once in this time, in milliseconds. */
export const RELOAD_INTERVAL = 10_000
const KEY = 'docsgen-full-navigation'

/** Ways out of the app: whole documents, loaded by the browser. */
export interface FullNavigation {
  /** Loads a page that the app cannot show; false when that address was tried a moment ago. */
  go(href: string): boolean
  /** Follows a link to something that is no page. */
  leave(href: string): void
}

interface Environment {
  assign(href: string): void
  storage(): Storage | undefined
  now(): number
}

/** Creates the guard. The times are kept in the session, so that a document that fails at once cannot loop. */
export function createFullNavigation(environment: Environment = browserEnvironment): FullNavigation {
  const memory = new Map<string, number>()

  return {
    leave: environment.assign,
    go: href => {
      const now = environment.now()
      const times = { ...Object.fromEntries(memory), ...readTimes(environment.storage()) }
      const recent = Object.entries(times).filter(([, time]) => now - time < RELOAD_INTERVAL)
      if (recent.some(([address]) => address === href)) return false
      memory.set(href, now)
      writeTimes(environment.storage(), Object.fromEntries([...recent, [href, now]]))
      environment.assign(href)
      return true
    },
  }
}

const browserEnvironment: Environment = {
  assign: href => {
    // The same address with a hash would only scroll.
    if (href.split('#')[0] === location.href.split('#')[0]) location.reload()
    else location.assign(href)
  },
  storage: () => {
    try {
      return sessionStorage
    } catch {
      return undefined
    }
  },
  now: () => Date.now(),
}

function readTimes(storage: Storage | undefined): Record<string, number> {
  try {
    return JSON.parse(storage?.getItem(KEY) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

function writeTimes(storage: Storage | undefined, times: Record<string, number>): void {
  try {
    storage?.setItem(KEY, JSON.stringify(times))
  } catch {
    // Storage is full or denied: the memory of this document has to do.
  }
}
