import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { CheckOptions } from './options.ts'
import { readText } from '../lib/files.ts'
import { applyBaseline, createBaseline, parseBaseline } from '../report/baseline.ts'
import { plural } from '../report/summary.ts'
import type { Finding } from '../schema/finding.ts'

/** Name of the baseline file where `--baseline` names none. */
export const DEFAULT_BASELINE = 'check-baseline.json'

/** What is left when the baseline is taken off, or why there is no baseline. */
export type BaselineResult = { findings: Finding[]; known: number; notes: string[] } | { problem: Finding }

/** Leaves out what the baseline knows; `--update-baseline` writes it first. */
export function useBaseline(findings: Finding[], options: CheckOptions): BaselineResult {
  const { baseline, updateBaseline } = options
  if (!baseline && !updateBaseline) return { findings, known: 0, notes: [] }
  const name = typeof baseline === 'string' ? baseline : DEFAULT_BASELINE
  const file = path.resolve(options.cwd ?? process.cwd(), name)
  if (updateBaseline) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, createBaseline(findings))
    return {
      findings: [],
      known: findings.length,
      notes: [`Wrote ${plural(findings.length, 'known problem')} to \`${name}\`.`],
    }
  }
  const parsed = parseBaseline(readText(file) ?? '')
  if (!parsed) return { problem: noBaseline(name) }
  const { gone, ...rest } = applyBaseline(findings, parsed)
  const note = `${plural(gone, 'problem')} of the baseline no longer occur: run with \`--update-baseline\`.`
  return { ...rest, notes: gone > 0 ? [note] : [] }
}

function noBaseline(name: string): Finding {
  return {
    rule: 'usage',
    severity: 'error',
    message: `The baseline \`${name}\` does not exist or is not one.`,
    hint: 'Write it with `--update-baseline`.',
  }
}
