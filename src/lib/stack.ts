import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readText } from './read-text.ts'
import { packageRoot } from './package.ts'
import { sitePath } from './posix-path.ts'

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
interface Call {
  /** What stands before the file, and after the column. */
  before: string
  after: string
  file: string
  line: number
  column: number
}

const POSITION = /:(\d+):(\d+)(\)?)$/

function readCall(text: string): Call | undefined {
  const [position, line, column, after = ''] = POSITION.exec(text) ?? []
  const at = /^\s+at /.exec(text)?.[0].length
  if (position === undefined || at === undefined) return undefined
  const end = text.length - position.length
  const start = Math.max(at, text.lastIndexOf('(', end - 1) + 1)
  const from = text.startsWith('async ', start) ? start + 6 : start
  const file = text.slice(from, end)
  if (!/^\S/.test(file)) return undefined
  return { before: text.slice(0, from), after, file, line: Number(line), column: Number(column) }
}

/** Places of the calls in a stack, innermost first. */
export function placesIn(stack: string): CodePlace[] {
  return stack.split('\n').flatMap(line => {
    const call = readCall(line)
    return call ? [placeOf(call)] : []
  })
}

function placeOf({ file, line, column }: Call): CodePlace {
  return { file: file.startsWith('file:') ? fileURLToPath(file) : file, line, column }
}

/**
 * A stack of the compiled program with files and lines of its sources, relative to the package. Reads source maps, which for
 * the program know lines and nothing finer (`bin/compile/own-sources.mjs`).
 */
export function sourceStack(stack: string): string {
  const findOrigin = createFindOrigin()
  const lines = stack.split('\n').map(line => {
    const call = readCall(line)
    const origin = call && findOrigin(placeOf(call))
    if (!call || !origin) return line
    const file = sitePath(packageRoot, origin.file)
    return `${call.before}${file}:${origin.line}${call.after}`
  })
  return lines.join('\n')
}

/** Finds origins by the source map beside a file, `file.map`; each map is read once. */
export function createFindOrigin(): FindOrigin {
  const maps = new Map<string, FindOrigin>()
  return place => {
    const { file } = place
    const find = maps.get(file) ?? mappedBy(readText(`${file}.map`), path.dirname(file))
    maps.set(file, find)
    return find(place)
  }
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
