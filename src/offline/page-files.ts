import type { StoredValue } from '../cache/segment.ts'

/** A page of a locale: the two files that deliver it. */
export interface PageFiles {
  /** Encoded path without base. */
  path: string
  document: string
  chunk: string
  /** Both as they stand in a pack. */
  entry: StoredValue
}
