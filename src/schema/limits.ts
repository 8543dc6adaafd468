/**
 * Limits that users can run into; the documentation takes its numbers from here (`%pageSeconds%` in its Markdown).
 * Sizes are in MiB.
 */
export const LIMITS = {
  /** Reading and parsing a page, or rendering it: a thousand times what a long page needs. */
  pageSeconds: 30,
  /** Loading a plugin. */
  pluginSeconds: 10,
  /** An answer of git, which waits for whatever holds its files, such as a network. */
  gitSeconds: 30,
  /** A Markdown file. */
  fileSize: 10,
  /** A page with everything that it includes. */
  pageSize: 16,
  /** Files that include one another. */
  includeDepth: 32,
  /** Links of a sidebar in each document: of pages as many, more would be a quarter of a million. */
  sidebarEntries: 500,
} as const
