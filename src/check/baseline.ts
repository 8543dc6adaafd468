import path from 'node:path'
import * as z from 'zod'
import type { CheckOptions } from '../schema/api.ts'
import { readText, writeFileWhole } from '../lib/files.ts'
import { plural } from './report/summary.ts'
import type { Finding } from '../schema/finding.ts'

/** Name of the baseline file where `--baseline` names none. */
const DEFAULT_BASELINE = 'check-baseline.json'

/** What is left when the baseline is taken off, or why there is no baseline. */
type BaselineResult = { findings: Finding[]; known: number; notes: string[] } | { problem: Finding }

/** Leaves out what the baseline knows; `--update-baseline` writes it first. */
export function useBaseline(findings: Finding[], options: CheckOptions): BaselineResult {
  const { baseline, updateBaseline } = options
  if (!baseline && !updateBaseline) return { findings, known: 0, notes: [] }
  const name = typeof baseline === 'string' ? baseline : DEFAULT_BASELINE
  const file = path.resolve(options.cwd ?? process.cwd(), name)
  if (updateBaseline) {
    writeFileWhole(file, createBaseline(findings))
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
    message: `The baseline \`${name}\` doesn't exist or isn't a baseline.`,
    hint: 'Write it with `--update-baseline`.',
  }
}

/** File → rule → message → how often. Without lines, so that text above a known problem may grow. */
const baselineSchema = z.strictObject({
  format: z.literal(1),
  findings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.number().int().positive()))),
})

type Baseline = z.output<typeof baselineSchema>

/** Reads a baseline file's text; undefined when it is none. */
export function parseBaseline(text: string): Baseline | undefined {
  try {
    return baselineSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Text of a baseline that knows exactly these findings; sorted, so that its changes can be reviewed. */
export function createBaseline(findings: readonly Finding[]): string {
  const files: Baseline['findings'] = {}
  for (const finding of findings) {
    const rules = (files[finding.place?.file ?? ''] ??= {})
    const messages = (rules[finding.rule] ??= {})
    const message = stableMessage(finding)
    messages[message] = (messages[message] ?? 0) + 1
  }
  return JSON.stringify({ format: 1, findings: files }, sortKeys, 2) + '\n'
}

/** Splits findings into new ones and how many the baseline knows; `gone` counts entries that no longer occur. */
export function applyBaseline(
  findings: readonly Finding[],
  baseline: Baseline,
): { findings: Finding[]; known: number; gone: number } {
  const left = new Map<string, number>()
  for (const [file, rules] of Object.entries(baseline.findings)) {
    for (const [rule, messages] of Object.entries(rules)) {
      for (const [message, count] of Object.entries(messages))
        left.set(JSON.stringify([file, rule, message]), count)
    }
  }
  const fresh = findings.filter(finding => {
    const key = JSON.stringify([finding.place?.file ?? '', finding.rule, stableMessage(finding)])
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count === 0
  })
  const gone = [...left.values()].reduce((sum, count) => sum + count, 0)
  return { findings: fresh, known: findings.length - fresh.length, gone }
}

/** The message without line numbers of other files, which move. */
function stableMessage({ message }: Finding): string {
  return message.replace(/:\d+(?:, \d+)*|(?<=\blines? )\d+(?:, \d+)*/g, '')
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
