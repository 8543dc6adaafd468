import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { posixPath } from '../lib/paths.ts'

/** What a site hands on of the licences of what it carries: its path in the output. */
export const LICENSES = 'assets/licenses.txt'

/** What the licences of packages ask to be handed on: of each, once, its name, version and text. Folders are absolute. */
export function licensesOf(folders: readonly string[]): string {
  return [...new Set(folders)].map(licenseOf).toSorted().join('\n')
}

/** Absolute folders of the packages that bundled files are of; `inputs` are esbuild's, relative to the root. */
export function packagesOf(inputs: readonly string[], root: string): string[] {
  const files = inputs.map(input => posixPath(path.resolve(root, input)))
  return files.flatMap(file => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [])
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  const file = readdirSync(folder).find(entry => /^(?:licen[cs]e|copying)/i.test(entry))
  const text = file ? readFileSync(path.join(folder, file), 'utf8') : ''
  return `${String(name)} ${String(version)} (${String(license)})\n\n${text.trim()}\n\n${'-'.repeat(80)}\n`
}
