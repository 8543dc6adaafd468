import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkTypes, writeTypeSettings } from './check-types.ts'
import type { Sample } from './collect.ts'
import type { Fence } from './fences.ts'

/** What came of the execution: messages with file:line per page, and how many tests ran. */
export interface SampleRun {
  failures: Map<string, string[]>
  executed: number
  /** Set when the run itself broke, for instance by an error outside every test. */
  broken: string | undefined
}

interface JsonReport {
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

const here = fileURLToPath(new URL('..', import.meta.url))

/**
 * Writes the samples below `.samples/<name>/` and executes them in one vitest process.
 * A module stands on the same lines as in its page, so positions in messages are positions in the page.
 */
export async function runSamples(name: string, samples: Sample[]): Promise<SampleRun> {
  const folder = path.join(here, '.samples', name)
  rmSync(folder, { recursive: true, force: true })
  const owners = new Map(samples.map(sample => [writeSample(folder, sample), sample]))
  writeTypeSettings(folder)
  if (samples.length === 0) return { failures: new Map(), executed: 0, broken: undefined }
  const report = path.join(folder, 'report.json')
  const output = await runVitest(folder, report)
  try {
    return readReport(JSON.parse(readFileSync(report, 'utf8')) as JsonReport, { owners, folder, output })
  } catch {
    return { failures: new Map(), executed: 0, broken: output }
  }
}

function writeSample(folder: string, { fence, files }: Sample): string {
  const target = path.join(folder, sampleFolder(fence))
  const main = path.join(target, `sample.test.${fence.lang}`)
  mkdirSync(target, { recursive: true })
  writeFileSync(main, atItsLine(fence))
  for (const file of files) {
    mkdirSync(path.dirname(path.join(target, file.name)), { recursive: true })
    writeFileSync(path.join(target, file.name), atItsLine(file))
  }
  return main
}

const sampleFolder = (fence: Fence): string => `${fence.page.replace(/\.md$/, '')}/line-${fence.line}`

function atItsLine({ code, line, lang }: Fence): string {
  return lang === 'json' ? code : `${'\n'.repeat(line)}${code}\n`
}

async function runVitest(folder: string, report: string): Promise<string> {
  const vitest = path.join(
    path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
    'vitest.mjs',
  )
  const config = path.join(here, 'vitest.samples.config.ts')
  // Variables of the surrounding vitest would make the new process believe that it is one of its workers.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('VITEST')))
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', config, '--reporter=json', `--outputFile=${report}`],
    { cwd: folder, env: { ...env, SAMPLES_FOLDER: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const chunks: string[] = []
  child.stdout.on('data', chunk => chunks.push(String(chunk)))
  child.stderr.on('data', chunk => chunks.push(String(chunk)))
  await new Promise(resolve => child.on('close', resolve))
  return chunks.join('')
}

interface ReportContext {
  owners: Map<string, Sample>
  folder: string
  output: string
}

function readReport(report: JsonReport, { owners, folder, output }: ReportContext): SampleRun {
  const failures = new Map<string, string[]>()
  const results = new Map(report.testResults.map(result => [path.normalize(result.name), result]))
  const typed = [...owners.values()].some(sample => sample.fence.lang.startsWith('ts'))
  const typeErrors = typed ? checkTypes(folder) : new Map<string, string[]>()
  for (const [file, sample] of owners)
    for (const message of [...failuresOf(results.get(file)), ...typeFailures(file, typeErrors)])
      for (const place of sample.places) {
        const text = `${place.page}:${place.line} ${inPage(message, sample, folder)}`
        failures.set(place.page, [...(failures.get(place.page) ?? []), text])
      }
  const executed = report.testResults.reduce((sum, result) => sum + result.assertionResults.length, 0)
  const broken = report.success || failures.size > 0 ? undefined : output
  return { failures, executed, broken }
}

function failuresOf(result: JsonReport['testResults'][number] | undefined): string[] {
  if (!result) return ['was not executed']
  const failed = result.assertionResults.filter(test => test.status !== 'passed')
  const messages = failed.map(
    test => `"${test.fullName}" ${(test.failureMessages ?? [test.status]).join('\n')}`,
  )
  return messages.length > 0 || result.status === 'passed' ? messages : [result.message]
}

function typeFailures(file: string, errors: Map<string, string[]>): string[] {
  return (errors.get(file) ?? []).map(error => `wrong type at ${file}${error}`)
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
