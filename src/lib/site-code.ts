/** Configuration, plugins and components, evaluated in this process. */
import { isBuiltin, SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { Worker } from 'node:worker_threads'
import type { Message } from 'esbuild'
import type { Place } from '../schema/finding.ts'
import { ROOT_NAME } from './module-meta.ts'
import { packageRequire, packageRoot } from './package.ts'

export type BundledCode = Record<'code' | 'hash' | 'root', string>

export function evaluateBundle({ code, hash, root }: BundledCode) {
  const module = { exports: {} as { default?: unknown } }
  const parameters = ['module', 'exports', 'require', ROOT_NAME]
  const run = compileFunction(code, parameters, { filename: bundleName(hash) })
  run(module, module.exports, packageRequire, root)
  return module.exports
}

export function bundleName(hash: string) {
  return `docsgen-plugin-${hash}`
}

export type Trial = BundledCode & { options?: Record<string, unknown> }

/**
 * Evaluates a bundle in a separate thread. Returns why the main thread must not: it ended its process, or took longer than `limit`
 * milliseconds (`time`). Other errors aren't returned: the main thread gets them itself.
 */
export function tryBundle(trial: Trial, limit: number): Promise<Thrown | 'time' | undefined> {
  const file = path.join(packageRoot, 'bin/thread.js')
  const worker = new Worker(file, { workerData: { trial }, stdout: true })
  return new Promise(resolve => {
    const end = (outcome: Thrown | 'time' | undefined) => {
      clearTimeout(timer)
      resolve(outcome)
      void worker.terminate()
    }
    const timer = setTimeout(() => end('time'), limit)
    worker.once('message', (ended: { exit?: Error }) =>
      end(ended.exit && readThrown(Object.assign(new Error(), ended.exit))),
    )
    worker.once('error', () => end(undefined))
    worker.once('exit', () => end({ reason: 'the process ended unexpectedly.', stack: '' }))
  })
}

/** Rejects if site code waits for a promise that never settles, which would end the process. */
export async function settled<Result>(promise: Promise<Result>) {
  let refuse = (): void => undefined
  const idle = new Promise<never>((_resolve, reject) => {
    refuse = () => reject(new Error('it awaits a promise that never settles.'))
    process.once('beforeExit', refuse)
  })
  return Promise.race([promise, idle]).finally(() => process.off('beforeExit', refuse))
}

/** Code of the site, which may have left something running, such as a timer. */
interface SiteCode {
  /** Beginning of a sentence: ``The plugin `a` ``. */
  what: string
  rule: string
  /** Location of the innermost call in it, relative to the site. */
  originOf(stack: string): Place | undefined
}

/** By file name in stacks, or folder of a package; the most recent last. */
const known = new Map<string, SiteCode>()
const MOST_KNOWN = 100

export function noteSiteCode(name: string, code: SiteCode) {
  known.set(name, code)
  for (const oldest of known.keys()) if (known.size > MOST_KNOWN) known.delete(oldest)
}

export function findSiteCode(error: unknown) {
  const { stack = '' } = error instanceof Error ? error : {}
  const code = placesIn(stack)
    .map(({ file }) => known.get(file) ?? known.get(packageFolder(file)))
    .find(Boolean)
  return code && { what: code.what, rule: code.rule, place: code.originOf(stack) }
}

/** Folder of the package that a file is in, or the file itself. */
export function packageFolder(file: string) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? file
}

export type Thrown = ReturnType<typeof readThrown>

/** A thrown value in a form that crosses between threads. `reason`: one line; `stack`: empty for what isn't an error. */
export function readThrown(error: unknown) {
  const { message, stack = '' } =
    error instanceof Error ? error : { message: error == null ? `it threw ${error}` : String(error) }
  return { reason: message.replace(/\s+/g, ' ').trim(), stack }
}

/** Maps a location in a bundle to the source. Files are absolute, or names that aren't files. */
export type FindOrigin = (place: Place) => Place | undefined

/** Locations of the calls in a stack, innermost first: `at name (file:line:column)`, `at async file:line:column`. */
export function placesIn(stack: string) {
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

/** `text`: a source map, whose sources are relative to `folder`. */
export function mappedBy(text: string | undefined, folder: string): FindOrigin {
  if (text === undefined) return () => undefined
  const map = new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0])
  return ({ line, column }) => {
    const origin = map.findOrigin(line, column)
    if (!('fileName' in origin)) return undefined
    return {
      file: path.resolve(folder, origin.fileName),
      line: origin.lineNumber,
      column: origin.columnNumber,
    }
  }
}

export function importHint({ text, notes }: Pick<Message, 'text' | 'notes'>) {
  const name = /^Could not resolve "([^"]+)"/.exec(text)?.[1]
  if (!name) return undefined
  if (isBuiltin(name)) return `\`${name}\` is a Node.js module, which code for browsers can't import.`
  const other = notes.find(note => !note.text.startsWith('You can mark the path'))?.text.replace(/:$/, '.')
  const packageName = /^(?:@[\w.-]+\/)?\w[\w.-]*(?=\/|$)/.exec(name)?.[0]
  return other ?? (packageName && `Install the package: \`npm install ${packageName}\`.`)
}

const BROWSER_ONLY =
  /^(window|document|navigator|location|history|screen|localStorage|sessionStorage|matchMedia|getComputedStyle|requestAnimationFrame|(?:Intersection|Resize|Mutation)Observer|HTML\w*Element|customElements|alert|innerWidth|innerHeight|scrollTo) is not defined$/

/** Errors that React's production bundle reports by number alone. */
const REACT: Record<string, string> = {
  '31': "React can't render an object or a date; convert it to a string.",
  '426': 'a component that it uses is asynchronous, but pages are rendered synchronously.',
  '130': 'a component that it uses is undefined; check its import.',
}

export function describeThrown(reason: string): { message: string; hint?: string } {
  const name = BROWSER_ONLY.exec(reason)?.[1]
  const number = /^Minified React error #(\d+)/.exec(reason)?.[1] ?? ''
  if (!name) return { message: REACT[number] ?? reason.replace(/\.?$/, '.') }
  return {
    message: `\`${name}\` only exists in browsers.`,
    hint: `Templates also run during the build. Use \`${name}\` in \`useEffect\` or an event handler, which only run in the browser.`,
  }
}
