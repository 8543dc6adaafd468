import path from 'node:path'
import { realpathSync } from 'node:fs'
import { repositoryOf } from '../lib/files.ts'
import type { SiteConfig } from '../schema/config.ts'
import { posixPath } from '../lib/posix-path.ts'

/** The configuration with the folder of the pages in their repository: what it says, else where the content folder is. */
export function withDocsDir(config: SiteConfig, root: string): SiteConfig {
  if (config.theme.docsDir !== undefined) return config
  const site = realpathSync(root)
  const folder = path.relative(repositoryOf(site), path.resolve(site, config.contentDir))
  const docsDir = posixPath(folder)
  // Pages of another repository: only their own folder is known.
  const known = /^\.\.(?:\/|$)/.test(docsDir) ? path.basename(config.contentDir) : docsDir
  return { ...config, theme: { ...config.theme, docsDir: known } }
}
