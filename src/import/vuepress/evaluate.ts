import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { type Evaluated, runChild } from '../common/run-child.ts'

/**
 * Reads a configuration (B257): YAML as data; JavaScript and TypeScript in a process of its own, started in the folder `cwd` as
 * VuePress would be.
 */
export async function evaluateVuepress(file: string, cwd: string): Promise<Evaluated> {
  if (/\.ya?ml$/.test(file)) return readYaml(file)
  if (!/\.[jt]s$/.test(file))
    return { error: `\`${path.basename(file)}\` cannot be read; write it as config.js.`, missing: [] }
  return runChild('import/vuepress/evaluate-child.js', [file], cwd)
}

async function readYaml(file: string): Promise<Evaluated> {
  try {
    return { config: parse(await readFile(file, 'utf8')) as unknown, missing: [] }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), missing: [] }
  }
}
