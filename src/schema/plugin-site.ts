/** What hooks that look at the whole site are given and give. */
import type { PluginContext } from './plugin-context.ts'

/** A page that a plugin makes. */
export interface GeneratedPage {
  /** Where its file would be in the folder of the content: `api/mount.md`, `fr/api/mount.md`. */
  path: string
  /** Its text, as a file would have it; frontmatter first where there is any. */
  markdown: string
}

/** What a plugin that makes pages is told. */
export interface PagesContext<Options> extends PluginContext<Options> {
  /** Absolute folder of the site. */
  root: string
  /** Folder of the content, relative to it. */
  contentDir: string
  /** The languages of the site, the source language first. */
  locales: readonly { path: string; lang: string }[]
  /** Names a file that the pages are made from, relative to the root: `dev` makes them anew when it changes. */
  watch(file: string): void
}
