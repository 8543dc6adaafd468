import path from 'node:path'
import { formatFindings, kindsLine, summaryLine } from '../check/report/pretty.ts'
import { readThrown, findSiteCode } from '../lib/site-code.ts'
import { readText } from '../lib/files.ts'
import { type Finding, countFindings } from '../schema/finding.ts'

export interface Terminal {
  root: string
  silent: boolean
  verbose: boolean
  color: boolean
}

export type Invocation = { args: readonly string[]; root: string; terminal: Terminal }
export type Run = (invocation: Invocation, options: never) => Promise<number>

/** Standard output is for results alone. */
export const results = process.stdout

export function printFindings({ root, silent, verbose, color }: Terminal, findings: readonly Finding[]) {
  const shown = silent ? findings.filter(finding => finding.severity === 'error') : findings
  if (shown.length === 0) return
  const readFile = (file: string) => readText(path.join(root, file))
  const text = formatFindings(shown, { color, all: verbose, readFile })
  const totals = shown.length > 1 ? `${summaryLine(countFindings(shown), 0)}\n${kindsLine(shown)}\n\n` : ''
  process.stderr.write(`${text}\n\n${totals}`)
}

export function printLine({ silent }: Terminal, text: string) {
  if (!silent) process.stderr.write(`${text}\n`)
}

export function fail(message: string, code = 2) {
  process.stderr.write(`${message}\n`)
  return code
}

/** Returns the exit code. */
export function reportError(error: unknown, debug: boolean): 1 | 2 | 3 {
  const { reason, stack } = readThrown(error)
  const code = findSiteCode(error)
  if (code) {
    const { place, rule, what } = code
    const at = place ? `${place.file}:${place.line}:${place.column} ` : ''
    process.stderr.write(`${at}error ${rule} ${what} failed: ${reason}\n`)
    return rule === 'config' ? 2 : 1
  }
  process.stderr.write(`docsgen hit an internal error: ${reason}\n`)
  if (debug && stack !== '') process.stderr.write(`${stack}\n`)
  else process.stderr.write('Run again with `--debug` for details, and please report it.\n')
  return 3
}
