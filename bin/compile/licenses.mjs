import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The licences of all packages among the files that were bundled (relative to the root). */
export function licensesOf(root, inputs) {
  const folders = inputs.map(file => /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  const packages = [...new Set(folders)].filter(folder => folder !== undefined).toSorted()
  return packages.map(folder => licenseOf(path.join(root, folder))).join('\n')
}

/** What the licence of a bundled package asks to be handed on. */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(entry => /^(?:licen[cs]e|copying)/i.test(entry))
  const text = file ? readFileSync(path.join(folder, file), 'utf8') : ''
  return `${name} ${version} (${license})\n\n${text.trim()}\n\n${'-'.repeat(80)}\n`
}
