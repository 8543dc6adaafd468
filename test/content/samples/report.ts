import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Sample } from './collect.ts'
import { sampleFolder } from './write.ts'

/** What Vitest and Jest write with their JSON reporters. */
export interface JsonReport {
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** What came of the execution: messages with file:line per page, and how many tests ran. */
export interface SampleRun {
  failures: Map<string, string[]>
  executed: number
  /** Set when the run itself broke, for instance by an error outside every test. */
  broken: string | undefined
}

export interface ReportContext {
  /** Test file to sample, from `writeSamples`, and the folder that it wrote into. */
  owners: Map<string, Sample>
  folder: string
  /** What the runner printed, shown when the run broke. */
  output: string
  /** Further messages for a test file, such as wrong types. */
  more?: (file: string) => string[]
}

/** Reads the report that a runner wrote to `file`: each failure for every page that shows the sample. */
export function readReport(file: string, context: ReportContext): SampleRun {
  const report = parseReport(file)
  if (report === undefined) return { failures: new Map(), executed: 0, broken: context.output }
  const failures = new Map<string, string[]>()
  const results = new Map(report.testResults.map(result => [path.normalize(result.name), result]))
  for (const [test, sample] of context.owners)
    for (const message of [...failuresOf(results.get(test)), ...(context.more?.(test) ?? [])])
      for (const place of sample.places) {
        const text = `${place.page}:${place.line} ${inPage(message, sample, context.folder)}`
        failures.set(place.page, [...(failures.get(place.page) ?? []), text])
      }
  const executed = report.testResults.reduce((sum, result) => sum + result.assertionResults.length, 0)
  const broken = report.success || failures.size > 0 ? undefined : context.output
  return { failures, executed, broken }
}

function parseReport(file: string): JsonReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JsonReport
  } catch {
    return undefined
  }
}

function failuresOf(result: JsonReport['testResults'][number] | undefined): string[] {
  if (!result) return ['was not executed']
  const failed = result.assertionResults.filter(test => test.status !== 'passed')
  const messages = failed.map(
    test => `"${test.fullName}" ${(test.failureMessages ?? [test.status]).join('\n')}`,
  )
  return messages.length > 0 || result.status === 'passed' ? messages : [result.message]
}

/** Names pages instead of the written files and drops the runner's own frames. */
function inPage(message: string, sample: Sample, folder: string): string {
  const written = path.join(folder, sampleFolder(sample.fence))
  return message
    .split('\n')
    .filter(line => !/^\s+at (.*node_modules|new Promise)/.test(line))
    .join('\n')
    .replaceAll(`file://${written}`, written)
    .replaceAll(`${written}${path.sep}`, `${sample.fence.page} `)
    .replace(/ sample\.test\.[jt]sx?:(\d+)/g, ':$1')
    .trim()
}
