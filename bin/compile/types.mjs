import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)

/**
 * Writes the declarations that sites use into a folder: of what the package exports, its plugins
 * and templates, and of what these name. The others are nobody's business.
 */
export function declareTypes(root, folder) {
  const all = `${folder}-all`
  const compiler = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  const project = path.join(root, 'bin/compile')
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', all], { stdio: 'inherit' })
  const templates = readdirSync(path.join(all, 'templates'), { recursive: true, encoding: 'utf8' })
  const entries = templates.filter(file => file.endsWith('.d.ts')).map(file => path.join('templates', file))
  const plugins = readdirSync(path.join(all, 'src/plugins'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => path.join('src/plugins', name, `${name}.d.ts`))
  for (const file of reachable(all, ['src/index.d.ts', ...entries, ...plugins])) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    cpSync(path.join(all, file), path.join(folder, file))
  }
  rmSync(all, { recursive: true })
}

/** The files, and those that they import, directly or not; all relative to the folder. */
function reachable(folder, entries) {
  const found = new Set(entries)
  for (const file of found) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    for (const [, name] of text.matchAll(/(?:from |import\()["'](\.[^"']+)["']/g))
      found.add(path.join(path.dirname(file), name.replace(/\.tsx?$/, '.d.ts')))
  }
  return found
}
