import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { SiteProblem } from '../../schema/plugin-site.ts'
import { type Project, projectSchema } from './reflection.ts'

/** Reads TypeDoc's JSON; or says why that cannot be. `file` is relative to the root. */
export function readProject(
  root: string,
  file: string,
): { project: Project; problem?: undefined } | { project?: undefined; problem: SiteProblem } {
  const hint = `Have TypeDoc 0.28 write it: \`typedoc --json ${file}\`.`
  const wrong = (message: string, place: Partial<SiteProblem> = {}) => ({
    problem: { message, hint, file, ...place },
  })
  let text: string
  try {
    text = readFileSync(path.resolve(root, file), 'utf8')
  } catch {
    return { problem: { message: `There is no file \`${file}\`.`, hint } }
  }
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    return wrong(`\`${file}\` is no JSON.`, placeOf(error as Error, text))
  }
  const { schemaVersion } = (data ?? {}) as { schemaVersion?: unknown }
  if (typeof schemaVersion !== 'string') return wrong(`\`${file}\` is not what TypeDoc writes.`)
  if (!schemaVersion.startsWith('2.'))
    return wrong(`\`${file}\` is of TypeDoc's schema ${schemaVersion}; schema 2 is known here.`)
  const { data: project, error } = projectSchema.safeParse(data)
  if (project) return { project }
  const [issue] = error.issues
  return wrong(`\`${file}\` is not what TypeDoc writes: \`${issue?.path.join('.')}\` is wrong.`)
}

/** Where the text stops being JSON, as far as Node.js says it. */
function placeOf({ message }: Error, text: string): { line?: number; column?: number } {
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position === undefined) return {}
  const before = text.slice(0, Number(position)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
