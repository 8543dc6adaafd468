import path from 'node:path'
import { formatFindings } from '../check/report/pretty.ts'
import { kindsLine, summaryLine } from '../check/report/report.ts'
import { readText } from '../lib/files.ts'
import type { Finding } from '../schema/finding.ts'
import { countFindings } from '../shared/findings.ts'
import type { CommonOptions } from './options.ts'

/** How much a command says, and how. */
export interface Terminal {
  root: string
  silent: boolean
  verbose: boolean
  color: boolean
}

/** A command as it was called; `root` is the absolute folder of the site. */
export interface Invocation {
  args: readonly string[]
  root: string
  terminal: Terminal
}

/** Colors only on a terminal and without `NO_COLOR`. */
export function createTerminal(
  root: string,
  { silent = false, verbose = false, color = true }: CommonOptions,
): Terminal {
  const colorful = color && process.stderr.isTTY === true && !process.env['NO_COLOR']
  return { root, silent, verbose, color: colorful }
}

/** Prints findings with code frames to stderr, then how many of which kind; with `silent` only errors. */
export function printFindings(terminal: Terminal, findings: readonly Finding[]): void {
  const shown = terminal.silent ? findings.filter(finding => finding.severity === 'error') : findings
  if (shown.length === 0) return
  const text = formatFindings(shown, {
    color: terminal.color,
    all: terminal.verbose,
    readFile: file => readText(path.join(terminal.root, file)),
  })
  const totals = shown.length > 1 ? `${summaryLine(countFindings(shown), 0)}\n${kindsLine(shown)}\n\n` : ''
  process.stderr.write(`${text}\n\n${totals}`)
}

/** Prints a line of progress to stderr. */
export function printLine(terminal: Terminal, text: string): void {
  if (!terminal.silent) process.stderr.write(`${text}\n`)
}
