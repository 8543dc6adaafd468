import { readFileSync } from 'node:fs'
import path from 'node:path'
import { formatFindings } from '../check/report/pretty.ts'
import type { Finding } from '../schema/finding.ts'
import { kindsLine, summaryLine } from '../check/report/report.ts'
import { countFindings } from '../shared/findings.ts'

/** How much a command says, and how. */
export interface Terminal {
  root: string
  silent: boolean
  verbose: boolean
  color: boolean
}

export interface TerminalOptions {
  silent?: boolean
  verbose?: boolean
  color?: boolean
}

/** Reads the options that every command takes; colours only on a terminal and without `NO_COLOR`. */
export function createTerminal(
  root: string,
  { silent = false, verbose = false, color = true }: TerminalOptions,
): Terminal {
  const colorful = color && process.stderr.isTTY === true && !process.env['NO_COLOR']
  return { root, silent, verbose, color: colorful }
}

/** Prints findings with code frames to stderr, then how many of which kind; with `silent` only errors. */
export async function printFindings(terminal: Terminal, findings: readonly Finding[]): Promise<void> {
  const shown = terminal.silent ? findings.filter(finding => finding.severity === 'error') : findings
  if (shown.length === 0) return
  const text = await formatFindings(shown, {
    color: terminal.color,
    all: terminal.verbose,
    readFile: file => readText(terminal.root, file),
  })
  const totals = shown.length > 1 ? `${summaryLine(countFindings(shown), 0)}\n${kindsLine(shown)}\n\n` : ''
  process.stderr.write(`${text}\n\n${totals}`)
}

/** Prints a line of progress to stderr. */
export function printLine(terminal: Terminal, text: string): void {
  if (!terminal.silent) process.stderr.write(`${text}\n`)
}

function readText(root: string, file: string): string | undefined {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return undefined
  }
}
