import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getSystemErrorMap } from 'node:util'
import type { Finding } from '../schema/finding.ts'

/** A place in code as a stack names it: line and column 1-based. */
export interface CodePlace {
  /** Absolute path, or a name that isn't a file. */
  file: string
  line: number
  column: number
}

/** A thrown value in a form that crosses between threads. */
export interface Thrown {
  /** In one line. */
  reason: string
  /** Empty for what isn't an error. */
  stack: string
}

export function readThrown(error: unknown): Thrown {
  const { message, stack = '' } =
    error instanceof Error ? error : { message: error == null ? `it threw ${error}` : String(error) }
  return { reason: message.replace(/\s+/g, ' ').trim(), stack }
}

/** Where the code at a place was written; undefined where nobody knows. */
export type FindOrigin = (place: CodePlace) => CodePlace | undefined

/** Places of the calls in a stack, innermost first: `at name (file:line:column)`, `at async file:line:column`. */
export function placesIn(stack: string): CodePlace[] {
  return stack.split('\n').flatMap(text => {
    const call = text.trimStart()
    const end = /:(\d+):(\d+)(\)?)$/.exec(call)
    if (!end || call === text || !call.startsWith('at ')) return []
    const start = end[3] ? call.lastIndexOf('(', end.index) + 1 || 3 : 3
    const file = call.slice(start, end.index).replace(/^async /, '')
    if (file.trim() === '') return []
    const name = file.startsWith('file:') ? fileURLToPath(file) : file
    return [{ file: name, line: Number(end[1]), column: Number(end[2]) }]
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

const BROWSER_ONLY =
  /^(window|document|navigator|location|history|screen|localStorage|sessionStorage|matchMedia|getComputedStyle|requestAnimationFrame|(?:Intersection|Resize|Mutation)Observer|HTML\w*Element|customElements|alert|innerWidth|innerHeight|scrollTo) is not defined$/

/** Errors that React's production bundle reports by number alone. */
const REACT: Record<string, string> = {
  '31': 'React cannot show an object or a date: make a text of it.',
  '426': 'a component that it uses waits for something, as an `async` one does: pages are rendered at once.',
  '130': 'a component that it uses is undefined: look at its import.',
}

/** What a template of the site threw, in a sentence, and what to do about it where that is known. */
export function describeThrown(reason: string): { message: string; hint?: string } {
  const name = BROWSER_ONLY.exec(reason)?.[1]
  const number = /^Minified React error #(\d+)/.exec(reason)?.[1] ?? ''
  if (name === undefined) return { message: REACT[number] ?? reason.replace(/\.?$/, '.') }
  return {
    message: `\`${name}\` exists only in browsers.`,
    hint: `Templates are rendered while the site is built, too. Use \`${name}\` in \`useEffect\` or in an event handler: these run only in the browser.`,
  }
}

/** Which file the system refused and why; undefined for other errors, and for those that only a bug causes. */
export function systemRefusal(error: unknown): { file: string | undefined; reason: string } | undefined {
  // A failed copy names its source too; the target is what couldn't be written.
  const failed = error as NodeJS.ErrnoException & { dest?: string }
  const { code = '', path: source, dest: file = source } = failed
  if (code === 'EBADF' || code === 'EINVAL') return undefined
  // The one that libuv doesn't know.
  const quota = code === 'EDQUOT' ? 'disk quota exceeded' : undefined
  const reason = quota ?? new Map(getSystemErrorMap().values()).get(code)
  return reason ? { file, reason: `${reason} (${code})` } : undefined
}

/** The file that the system kept from being read or written, as a finding; undefined for bugs. */
export function refusedFinding(error: unknown, access: 'read' | 'write' = 'write'): Finding | undefined {
  const { file, reason } = systemRefusal(error) ?? {}
  if (file === undefined) return undefined
  const name = path.relative(process.cwd(), file) || '.'
  return access === 'read'
    ? { rule: 'files/unreadable', severity: 'error', message: `\`${name}\` can't be read: ${reason}.` }
    : { rule: 'output/write', severity: 'error', message: `The system refused \`${name}\`: ${reason}.` }
}
