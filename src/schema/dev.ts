import type { LocaleView, PageChunk } from './view.ts'

/** What the development server tells open pages after each load of the site. */
export interface DevUpdateEvent {
  /** Counts loads. */
  version: number
  /** Counts loads after which open pages must start anew. */
  reloads: number
  /** Errors; paths are relative to the site. */
  problems: DevFinding[]
  /** Pages that were saved, if browsers show them; others are asked for. */
  pages?: ChangedPage[]
}

/** A finding, ready to be shown as text. */
export interface DevFinding {
  rule: string
  message: string
  /** `content/guide.md:3:7`. */
  where?: string
  /** Lines of the source around the place. */
  frame?: string
  hint?: string
}

/** The present state of a page that a browser shows; without `shown` when there is no such page any more. */
export interface OpenPage {
  version: number
  shown?: ChangedPage
}

/** Detail of `docsgen:changed`: a page as it is now, and the view of its language. */
export interface ChangedPage {
  chunk: PageChunk
  /** Address of the locale's view. */
  view: string
  locale: LocaleView
}
