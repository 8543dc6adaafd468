import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkTypes, writeTypeSettings } from './check-types.ts'
import type { Sample } from './collect.ts'
import { readReport, type SampleRun } from './report.ts'
import { writeSamples } from './write.ts'

const here = fileURLToPath(new URL('..', import.meta.url))

/** Writes the samples below `.samples/<name>/` and executes them in one vitest process. */
export async function runSamples(name: string, samples: Sample[]): Promise<SampleRun> {
  const folder = path.join(here, '.samples', name)
  rmSync(folder, { recursive: true, force: true })
  const owners = writeSamples(folder, samples, 'vi')
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
