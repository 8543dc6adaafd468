import type { PageView } from '../../schema/view.ts'

/** How a navigation ended. Only `completed` and `redirected` change what the reader sees. */
export type NavigationOutcome =
  /** The page, or another place of it, is shown. */
  | { type: 'completed'; href: string; page: PageView }
  /** Shown under another address than the one that was asked for. */
  | { type: 'redirected'; href: string; from: string; page: PageView }
  /** The page could not be loaded; `left` when the browser now loads the whole document instead. */
  | { type: 'aborted'; href: string; error: unknown; left: boolean }
  /** A newer navigation took its place. */
  | { type: 'cancelled'; href: string }
  /** It leads to where the reader is. */
  | { type: 'duplicated'; href: string }
