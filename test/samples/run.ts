import { spawnSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sample, Fence } from './collect.ts'

/**
 * Writes samples below `folder`, each in a folder of its own with its modules. A module stands on the same lines as in
 * its page, so positions in messages are positions in the page. Returns the sample of each written test file.
 */
function writeSamples(folder: string, samples: Sample[]): Map<string, Sample> {
  return new Map(samples.map(sample => [writeSample(folder, sample), sample]))
}

/** Folder of a sample relative to the one given to `writeSamples`. */
const sampleFolder = (fence: Fence): string => `${fence.page.replace(/\.md$/, '')}/line-${fence.line}`

function writeSample(folder: string, { fence, files }: Sample): string {
  const target = path.join(folder, sampleFolder(fence))
  const main = path.join(target, `sample.test.${fence.lang}`)
  mkdirSync(target, { recursive: true })
  // The pages ask readers with Vitest to write `vi` in place of `jest`.
  writeFileSync(main, atItsLine(fence).replace(/\bjest\./g, 'vi.'))
  for (const file of files) {
    mkdirSync(path.dirname(path.join(target, file.name)), { recursive: true })
    writeFileSync(path.join(target, file.name), atItsLine(file))
  }
  return main
}

function atItsLine({ code, line, lang }: Fence): string {
  return lang === 'json' ? code : `${'\n'.repeat(line)}${code}\n`
}

const declarations = `declare module '*.vue' {
  import Vue from 'vue'
  export default Vue
}
`

const settings = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['vitest/globals'],
    allowJs: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['**/*.test.ts', 'declarations.d.ts'],
}

/** Writes the compiler settings that the guide on TypeScript recommends. Also read by the test runner. */
function writeTypeSettings(folder: string): void {
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings))
  writeFileSync(path.join(folder, 'declarations.d.ts'), declarations)
}

/** Type-checks all TypeScript tests below `folder`. Returns `line message` for each file with errors. */
function checkTypes(folder: string): Map<string, string[]> {
  const tsc = path.join(
    path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  )
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const found = new Map<string, string[]>()
  for (const line of stdout.split('\n')) {
    const error = /^(\S.*)\((\d+),\d+\): error (.*)$/.exec(line)
    if (!error) continue
    const file = path.resolve(folder, error[1] ?? '')
    found.set(file, [...(found.get(file) ?? []), `:${error[2]} ${error[3]}`])
  }
  return found
}

/** What Vitest writes with its JSON reporter. */
interface JsonReport {
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

interface ReportContext {
  /** Test file to sample, from `writeSamples`, and the folder that it wrote into. */
  owners: Map<string, Sample>
  folder: string
  /** What the runner printed, shown when the run broke. */
  output: string
  /** Further messages for a test file, such as wrong types. */
  more?: (file: string) => string[]
}

/** Reads the report that a runner wrote to `file`: each failure for every page that shows the sample. */
function readReport(file: string, context: ReportContext): SampleRun {
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

const here = fileURLToPath(new URL('.', import.meta.url))

/** Writes the samples below `.written/<name>/` and executes them in one vitest process. */
export async function runSamples(name: string, samples: Sample[]): Promise<SampleRun> {
  const folder = path.join(here, '.written', name)
  rmSync(folder, { recursive: true, force: true })
  const owners = writeSamples(folder, samples)
  writeTypeSettings(folder)
  if (samples.length === 0) return { failures: new Map(), executed: 0, broken: undefined }
  const report = path.join(folder, 'report.json')
  const output = await runVitest(folder, report)
  const typed = samples.some(sample => sample.fence.lang.startsWith('ts'))
  const typeErrors = typed ? checkTypes(folder) : new Map<string, string[]>()
  const more = (file: string): string[] =>
    (typeErrors.get(file) ?? []).map(error => `wrong type at ${file}${error}`)
  return readReport(report, { owners, folder, output, more })
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
