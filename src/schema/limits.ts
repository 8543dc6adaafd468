/** Sizes are in MiB. The documentation takes its numbers from here (`%pageSeconds%` in its Markdown). */
export const LIMITS = {
  /** Parsing a page, or rendering it: a thousand times what a long page needs. */
  pageSeconds: 30,
  pluginSeconds: 10,
  componentSeconds: 10,
  /** Git may wait for a slow network drive. */
  gitSeconds: 30,
  /** A Markdown file. */
  fileSize: 10,
  /** A page with everything that it includes. */
  pageSize: 16,
  /** Files that include one another. */
  includeDepth: 32,
  /** Links of a sidebar in each document: 500 pages make a quarter of a million. */
  sidebarEntries: 500,
} as const
