/** The browser's storage: `local` outlives the tab. Where it is denied or full, nothing is found and nothing kept. */
type Area = 'local' | 'session'

const areaOf = (area: Area) => (area === 'local' ? localStorage : sessionStorage)

/** Returns what is stored under a key; null when there is nothing. */
export function readStored(area: Area, key: string): string | null {
  try {
    return areaOf(area).getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; undefined removes the entry. */
export function writeStored(area: Area, key: string, value: string | undefined): void {
  try {
    if (value === undefined) areaOf(area).removeItem(key)
    else areaOf(area).setItem(key, value)
  } catch {
    // It lasts as long as the document.
  }
}

/** Returns a list that is stored in the session as JSON; an empty one when there is none, or it is damaged. */
export function readStoredList<T>(key: string): T[] {
  try {
    const list: unknown = JSON.parse(readStored('session', key) ?? '')
    return Array.isArray(list) ? (list as T[]) : []
  } catch {
    return []
  }
}
