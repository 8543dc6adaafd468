import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A place in code as a stack names it: line and column 1-based. */
export interface CodePlace {
  /** Absolute path, or a name that is no file. */
  file: string
  line: number
  column: number
}

/** What was thrown, in a form that crosses between threads. */
export interface Thrown {
  /** In one line. */
  reason: string
  /** Empty for what is no error. */
  stack: string
}

/** Reads what a `catch` got, which may be anything. */
export function readThrown(error: unknown): Thrown {
  const { message, stack = '' } =
    error instanceof Error ? error : { message: error == null ? `it threw ${error}` : String(error) }
  return { reason: message.replace(/\s+/g, ' ').trim(), stack }
}

/** Where the code at a place was written; undefined where nobody knows. */
export type FindOrigin = (place: CodePlace) => CodePlace | undefined

/** A line of a stack: `    at name (file:line:column)`, `    at async file:line:column`. */
const CALL = /^\s+at (?:.*\()?(?:async )?(\S.*):(\d+):(\d+)\)?$/

/** Places of the calls in a stack, innermost first. */
export function placesIn(stack: string): CodePlace[] {
  return stack.split('\n').flatMap(text => {
    const [, file, line, column] = CALL.exec(text) ?? []
    if (file === undefined) return []
    const name = file.startsWith('file:') ? fileURLToPath(file) : file
    return [{ file: name, line: Number(line), column: Number(column) }]
  })
}

/** Finds origins by the text of a source map, whose sources are relative to a folder. */
export function mappedBy(text: string | undefined, folder: string): FindOrigin {
  if (text === undefined) return () => undefined
  const map = new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0])
  return ({ line, column }) => {
    const origin = map.findOrigin(line, column)
    if (!('fileName' in origin)) return undefined
    const { fileName, lineNumber, columnNumber } = origin
    return { file: path.resolve(folder, fileName), line: lineNumber, column: columnNumber }
  }
}
