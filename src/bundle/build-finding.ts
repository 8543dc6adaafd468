import path from 'node:path'
import type { Message } from 'esbuild'
import { packageRoot } from '../lib/package.ts'
import { sitePath } from '../lib/posix-path.ts'
import { absolutePath } from './theme-plugin.ts'
import type { Finding } from '../schema/finding.ts'

/** What esbuild says of templates that it cannot bundle, as a finding at its place; `root`: absolute folder of the site. */
export function buildFinding({ text, location }: Message, root: string): Finding {
  const finding: Finding = { rule: 'templates', severity: 'error', message: text }
  // Asked for by the list of layouts, which is no file.
  const [, layout] = /^No matching export in "(.+)" for import "default"$/.exec(text) ?? []
  if (layout !== undefined && /docsgen:(?:own-)?layouts$/.test(location?.file ?? '')) {
    const place = { file: sitePath(root, path.resolve(packageRoot, layout)), line: 1, column: 1 }
    return { ...finding, message: 'The layout has no default export.', place }
  }
  if (location) {
    const file = sitePath(root, absolutePath(location.file, root))
    finding.place = { file, line: location.line, column: location.column + 1 }
  }
  return finding
}
