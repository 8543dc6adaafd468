import path from 'node:path'
import * as z from 'zod'
import type { CheckOptions } from '../schema/api.ts'
import { readText, writeFileWhole } from '../lib/files.ts'
import { plural } from '../lib/text.ts'
import { type Finding, usageFinding } from '../schema/finding.ts'

const DEFAULT_BASELINE = 'check-baseline.json'

/** Leaves out the problems that the baseline knows; `--update-baseline` writes it first. A problem where there is none. */
export function useBaseline(
  findings: Finding[],
  { baseline, updateBaseline, cwd = process.cwd() }: CheckOptions,
): { findings: Finding[]; known: number; notes: string[] } | { problem: Finding } {
  if (!baseline && !updateBaseline) return { findings, known: 0, notes: [] }
  const name = typeof baseline === 'string' ? baseline : DEFAULT_BASELINE
  const file = path.resolve(cwd, name)
  if (updateBaseline) {
    writeFileWhole(file, createBaseline(findings))
    const note = `Wrote ${plural(findings.length, 'known problem')} to \`${name}\`.`
    return { findings: [], known: findings.length, notes: [note] }
  }
  const parsed = parseBaseline(readText(file) ?? '')
  if (!parsed) {
    const message = `The baseline \`${name}\` doesn't exist or isn't a baseline.`
    return { problem: usageFinding(message, 'Write it with `--update-baseline`.') }
  }
  const { gone, ...rest } = applyBaseline(findings, parsed)
  const note = `${plural(gone, 'problem')} of the baseline no longer occur: run with \`--update-baseline\`.`
  return { ...rest, notes: gone > 0 ? [note] : [] }
}

/** File → rule → message → how often. Without lines, so that text above a known problem may grow. */
const baselineSchema = z.strictObject({
  format: z.literal(1),
  findings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.number().int().positive()))),
})

type Baseline = z.output<typeof baselineSchema>

/** Reads a baseline file's text; undefined when it isn't one. */
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
    const [file, rule, message] = keysOf(finding)
    const messages = ((files[file] ??= {})[rule] ??= {})
    messages[message] = (messages[message] ?? 0) + 1
  }
  return JSON.stringify({ format: 1, findings: files }, sortKeys, 2) + '\n'
}

/** Splits findings into new ones and how many the baseline knows; `gone` counts entries that no longer occur. */
export function applyBaseline(
  findings: readonly Finding[],
  baseline: Baseline,
): { findings: Finding[]; known: number; gone: number } {
  const left = structuredClone(baseline.findings)
  const fresh = findings.filter(finding => {
    const [file, rule, message] = keysOf(finding)
    const messages = left[file]?.[rule]
    const count = messages?.[message] ?? 0
    if (messages && count > 0) messages[message] = count - 1
    return count === 0
  })
  const counts = Object.values(left).flatMap(rules => Object.values(rules).flatMap(Object.values)) as number[]
  const gone = counts.reduce((sum, count) => sum + count, 0)
  return { findings: fresh, known: findings.length - fresh.length, gone }
}

/** A finding without line numbers, also of other files in its message: they move. */
function keysOf({ place, rule, message }: Finding): [file: string, rule: string, message: string] {
  return [place?.file ?? '', rule, message.replace(/:\d+(?:, \d+)*|(?<=\blines? )\d+(?:, \d+)*/g, '')]
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
