import path from 'node:path'
import { exists, isFolder } from '../../lib/files.ts'

const NAMES = [
  'docusaurus.config.ts',
  'docusaurus.config.mts',
  'docusaurus.config.cts',
  'docusaurus.config.js',
  'docusaurus.config.mjs',
  'docusaurus.config.cjs',
]
/** Folders of a project that often hold its site. */
const FOLDERS = [
  '.',
  'website',
  'docs',
  'site',
  'documentation',
  'www',
  'packages/website',
  'packages/docs',
  'apps/docs',
  'apps/website',
]

/** Finds the configuration of Docusaurus in a folder, or where projects have it; says why there is none. */
export async function findConfig(dir: string): Promise<{ file: string } | { problem: string }> {
  for (const folder of FOLDERS) {
    if (!(await isFolder(path.join(dir, folder)))) continue
    for (const name of NAMES) {
      const file = path.join(dir, folder, name)
      if (await exists(file)) return { file }
    }
  }
  if (await exists(path.join(dir, 'siteConfig.js')))
    return {
      problem:
        'This is a site of Docusaurus 1: move it to Docusaurus 3 first, or write `site.config.ts` by hand.',
    }
  return { problem: 'There is no `docusaurus.config.ts` or `.js` here, nor in `website` or `docs`.' }
}
