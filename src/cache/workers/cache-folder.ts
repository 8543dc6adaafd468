import path from 'node:path'
import { packageOf, repositoryOf } from '../../lib/files.ts'

/** Where the cache of a site is kept: with its packages, or with those of the project that it is a folder of. */
export function cacheFolder(root: string): string {
  const home = packageOf(root, repositoryOf(root)) ?? root
  const folder = path.join(home, 'node_modules/.cache/docsgen')
  return home === root ? folder : path.join(folder, 'sites', path.relative(home, root))
}
