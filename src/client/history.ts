import { currentPosition, type Position } from './scroll.ts'

const KEY = 'docsgen-scroll'
/** Entries whose position is kept in the session. */
const LIMIT = 100

/** What the router keeps in `history.state`: which entry this is and how far from the first. */
interface EntryState {
  docsgen: { id: string; index: number }
}

/** History entries of this tab with their scroll positions. */
export interface EntryHistory {
  /** Position of the entry that is open according to the browser; undefined for a new one. */
  savedPosition(): Position | undefined
  /** Remembers where the entry that is being left stands. */
  savePosition(): void
  push(href: string): void
  replace(href: string): void
  /** Takes note that the browser moved to another entry. */
  arrive(): void
  /** Steps from the entry that the browser moved to back to the one that is shown; 0 when unknown. */
  stepsBack(): number
  /** Moves through the history without a navigation. */
  stepTo(steps: number): void
  /** Calls back when the browser moves to another entry, the position of the left one saved. */
  onMove(callback: () => void): void
}

/** Takes over scroll restoration; gives it back while the page is hidden, so that a reload restores. */
export function createEntryHistory(): EntryHistory {
  const positions = readPositions()
  let current = entryState() ?? nameEntry(0)
  let silentMoves = 0

  const savePosition = () => {
    positions.delete(current.id)
    positions.set(current.id, currentPosition())
  }
  const leave = () => {
    savePosition()
    writePositions(positions)
    history.scrollRestoration = 'auto'
  }
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', leave)
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })

  return {
    savedPosition: () => {
      const id = entryState()?.id
      return id === undefined ? undefined : positions.get(id)
    },
    savePosition,
    push: href => {
      savePosition()
      current = { id: createId(), index: current.index + 1 }
      history.pushState({ docsgen: current } satisfies EntryState, '', href)
    },
    replace: href => history.replaceState({ ...history.state, docsgen: current }, '', href),
    arrive: () => {
      current = entryState() ?? nameEntry(current.index + 1)
    },
    stepsBack: () => current.index - (entryState()?.index ?? current.index),
    stepTo: steps => {
      silentMoves++
      history.go(steps)
    },
    onMove: callback => {
      addEventListener('popstate', () => {
        if (silentMoves > 0) silentMoves--
        else {
          savePosition()
          callback()
        }
      })
    },
  }
}

function entryState(): EntryState['docsgen'] | undefined {
  const state = history.state as Partial<EntryState> | null
  return typeof state?.docsgen?.id === 'string' ? state.docsgen : undefined
}

/** Gives an entry that the browser made its name, without a new entry. */
function nameEntry(index: number): EntryState['docsgen'] {
  const named = { id: createId(), index }
  history.replaceState({ ...history.state, docsgen: named }, '', location.href)
  return named
}

function createId(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2, 8)
}

function readPositions(): Map<string, Position> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Position][])
  } catch {
    return new Map()
  }
}

function writePositions(positions: Map<string, Position>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions].slice(-LIMIT)))
  } catch {
    // Without storage the positions live as long as the document.
  }
}
