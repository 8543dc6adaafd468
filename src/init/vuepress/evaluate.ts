import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { endsWithUs } from '../../lib/ends-with-us.ts'
import { packageRoot } from '../../lib/package.ts'

/** A VuePress 1 configuration as data, or why it could not be read. */
export interface VuepressSource {
  config?: unknown
  error?: string
  /** Packages that it needs and that are not installed. */
  missing: string[]
}

/** How long a configuration may run, in milliseconds. */
const TIME_LIMIT = 20_000

/**
 * Reads a configuration (B257): YAML as data; JavaScript and TypeScript in a process of its own, started in the folder `cwd` as
 * VuePress would be.
 */
export async function evaluateVuepress(file: string, cwd: string): Promise<VuepressSource> {
  if (/\.ya?ml$/.test(file)) return readYaml(file)
  if (!/\.[jt]s$/.test(file))
    return { error: `\`${path.basename(file)}\` cannot be read; write it as config.js.`, missing: [] }
  return runChild(file, cwd)
}

async function readYaml(file: string): Promise<VuepressSource> {
  try {
    return { config: parse(await readFile(file, 'utf8')) as unknown, missing: [] }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), missing: [] }
  }
}

function runChild(file: string, cwd: string): Promise<VuepressSource> {
  const program = path.join(packageRoot, 'compiled/init/vuepress/evaluate-child.cjs')
  const started = spawn(process.execPath, [program, file], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    timeout: TIME_LIMIT,
    killSignal: 'SIGKILL',
  })
  const child = endsWithUs(started)
  const parts: Buffer[] = []
  const result = child.stdio[3]
  result?.on('data', (part: Buffer) => parts.push(part))
  return new Promise(resolve => {
    child.once('error', error => resolve({ error: error.message, missing: [] }))
    child.once('close', () => resolve(readResult(Buffer.concat(parts).toString())))
  })
}

function readResult(text: string): VuepressSource {
  try {
    return JSON.parse(text) as VuepressSource
  } catch {
    return { error: 'it ended, or took too long, without a result.', missing: [] }
  }
}
