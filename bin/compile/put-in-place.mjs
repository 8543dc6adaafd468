import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder hold what another holds, file by file, each whole: files that others name first, then those that name
 * them, and what is no longer needed goes at last. What is the same is not touched.
 */
export function putInPlace(from, to) {
  const files = filesOf(from)
  const isNamed = file => file.startsWith('chunks/')
  for (const file of [...files.filter(isNamed), ...files.filter(file => !isNamed(file))])
    replace(path.join(to, file), readFileSync(path.join(from, file)))
  const wanted = new Set(files)
  for (const file of filesOf(to)) if (!wanted.has(file)) rmSync(path.join(to, file))
  removeEmpty(to)
}

function replace(file, content) {
  if (existsSync(file) && content.equals(readFileSync(file))) return
  const temporary = `${file}.${process.pid}`
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(temporary, content)
  renameSync(temporary, file)
}

function filesOf(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return files.map(entry => path.relative(folder, path.join(entry.parentPath, entry.name))).toSorted()
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(path.join(folder, entry.name))
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true })
}
