import { readStoredList, writeStored } from './storage.ts'
import type { Position } from './scroll.ts'

export const POSITIONS = 'docsgen-scroll'
const LIMIT = 100

interface Entry {
  id: string
  index: number
}

/** History entries of this tab with their scroll positions. */
export type EntryHistory = ReturnType<typeof createEntryHistory>

/** Restores positions from now on; the browser does while the page is hidden, so that a reload restores. */
export function createEntryHistory() {
  const positions = new Map(readStoredList<[string, Position]>(POSITIONS))
  let current = openEntry() ?? nameEntry(0)
  let silentMoves = 0

  const savePosition = () => {
    positions.delete(current.id)
    positions.set(current.id, { x: scrollX, y: scrollY })
  }
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    savePosition()
    writeStored('session', POSITIONS, JSON.stringify([...positions].slice(-LIMIT)))
    history.scrollRestoration = 'auto'
  })
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))

  return {
    /** Position of the entry that is open according to the browser; undefined for a new one. */
    savedPosition: (): Position | undefined => positions.get(openEntry()?.id ?? ''),
    savePosition,
    push(href: string): void {
      savePosition()
      current = createEntry(current.index + 1)
      history.pushState({ docsgen: current }, '', href)
    },
    replace: (href: string): void => history.replaceState({ ...history.state, docsgen: current }, '', href),
    arrive(): void {
      current = openEntry() ?? nameEntry(current.index + 1)
    },
    /** Moves from the entry that the browser moved to back to the one that is shown, without a navigation. */
    goBack(): void {
      const steps = current.index - (openEntry() ?? current).index
      if (steps === 0) return
      silentMoves++
      history.go(steps)
    },
    /** Calls back when the browser moves to another entry, the position of the left one saved. */
    onMove: (callback: () => void): void =>
      addEventListener('popstate', () => {
        if (silentMoves > 0) return void silentMoves--
        savePosition()
        callback()
      }),
  }
}

function openEntry(): Entry | undefined {
  const state = history.state as { docsgen?: Partial<Entry> } | null
  return typeof state?.docsgen?.id === 'string' ? (state.docsgen as Entry) : undefined
}

function nameEntry(index: number): Entry {
  const named = createEntry(index)
  history.replaceState({ ...history.state, docsgen: named }, '', location.href)
  return named
}

function createEntry(index: number): Entry {
  return { id: Date.now().toString(36) + Math.random().toString(36).slice(2, 8), index }
}
