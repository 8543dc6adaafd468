import type { FullNavigation } from '../full-navigation.ts'
import type { LoadStatus } from '../load-status.ts'
import type { Progress } from '../progress.ts'
import type { EntryHistory } from './history.ts'
import type { ShownPage, ViewParts } from './load-view.ts'

/** How an address came about: a new entry, a change of the open one, or a move of the browser to another. */
export type NavigationKind = 'push' | 'replace' | 'pop'

/** One navigation. */
export interface Turn {
  url: URL
  kind: NavigationKind
  /** False as soon as a newer navigation took its place, or it was given up. */
  isLive(): boolean
  /** Lets go of it: whatever still arrives for it is not shown. */
  giveUp(): void
}

export interface RouterParts extends ViewParts {
  base: string
  /** Identifies the scripts and styles that the document runs (`BootData`). */
  theme: string
  entries: EntryHistory
  progress: Progress
  fullNavigation: FullNavigation
  status: LoadStatus
  /** Renders at once: when it returns the page stands in the document. */
  show(shown: ShownPage): void
  /** A scroll by program is over. */
  settle(): void
  /** Called last, after each confirmed navigation. */
  confirmed(kind: 'page' | 'hash', shown: ShownPage): void
}

/** What the router knows of the document. */
export interface RouterContext {
  parts: RouterParts
  shown: ShownPage
  /** Path without base that the shown page stands for: its own, or the unknown one that was asked for. */
  at: string
}
