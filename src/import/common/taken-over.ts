import type { UserConfig } from '../../schema/config.ts'

/** A site of another generator in the words of docsgen. */
export interface TakenOver {
  /** Absolute folder for `site.config.ts`. */
  root: string
  config: UserConfig
  /** Folders that its pages are read from, relative to `root`. */
  sources: string[]
  /** What was taken over, and how. */
  taken: string[]
  /** What was left out or is different, what most pages show first. */
  notes: string[]
  /** Pages whose form is another here, relative to `root`. */
  files?: { path: string; content: string }[]
  /** Files that stand beside them and are needed there, both relative to `root`. */
  copies?: { from: string; to: string }[]
}

/** Reads the site in a folder; says why where that is not possible. */
export type Importer = (dir: string) => Promise<TakenOver | { root: string; problem: string }>
