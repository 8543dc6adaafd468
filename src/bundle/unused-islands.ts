import path from 'node:path/posix'
import type { OutputFile } from '../schema/output.ts'

/** What starts islands: it names all of them and loads those of a page. */
const STARTER = /^islands\.\w+\.js$/

/**
 * Files that nobody loads where no page has these islands. `left`: those that are left out already. The script of an island
 * has the name of its component; what is not told apart by it, or is part of something else as well, stays.
 */
export function unusedScripts(
  files: readonly OutputFile[],
  islands: readonly string[],
  left: ReadonlySet<string>,
): Set<string> {
  const scripts = files.flatMap(({ path: file, content }) =>
    file.endsWith('.js') && typeof content === 'string' ? [{ file, name: path.basename(file), content }] : [],
  )
  const named = islands.map(island => scripts.filter(({ name }) => name.startsWith(`${island}.`)))
  const dropped = new Set(named.flatMap(found => (found.length === 1 ? found.map(({ file }) => file) : [])))
  const isUnused = (file: string) => dropped.has(file) || left.has(file)
  const usersOf = (wanted: string) => scripts.filter(({ content }) => content.includes(wanted))
  const isKept = ({ file, name }: { file: string; name: string }) => !isUnused(file) && !STARTER.test(name)
  repeat(() => {
    for (const { file, name } of scripts) if (usersOf(name).some(isKept)) dropped.delete(file)
  })
  repeat(() => {
    for (const { file, name } of scripts) {
      const users = usersOf(name)
      if (users.length > 0 && users.every(user => isUnused(user.file))) dropped.add(file)
    }
  })
  return new Set([...left, ...dropped])

  function repeat(step: () => void): void {
    const before = dropped.size
    step()
    if (dropped.size !== before) repeat(step)
  }
}
