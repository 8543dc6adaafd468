/** Limits that users can run into, sizes in MiB. The documentation takes its numbers from here (`%pageSeconds%` in its Markdown). */
export const LIMITS = {
  /** Parsing a page, or rendering it: a thousand times what a long page needs. */
  pageSeconds: 30,
  /** Loading a plugin. */
  pluginSeconds: 10,
  /** Loading the custom components of a site. */
  componentSeconds: 10,
  /** An answer of git, which may wait for a slow network drive. */
  gitSeconds: 30,
  /** A Markdown file. */
  fileSize: 10,
  /** A page with everything that it includes. */
  pageSize: 16,
  /** Files that include one another. */
  includeDepth: 32,
  /** Links of a sidebar in each document. At 500 pages with 500 links each, a site has a quarter of a million. */
  sidebarEntries: 500,
} as const
