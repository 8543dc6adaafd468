/** For `bin/compile.mjs`. Gets licences from stdin, as JSON: file to add them to → files of the packages. */
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { keepScripts } from './scripts.ts'
import { licensesOf } from './browser.ts'
import { bundleTheme } from './theme.ts'
import { packagedCache, packageRoot } from '../lib/package.ts'

async function fillPackage() {
  const licensed = JSON.parse(readFileSync(0, 'utf8')) as Record<string, string[]>
  for (const [file, inputs] of Object.entries(licensed)) {
    const texts = licensesOf(inputs.map(input => path.resolve(packageRoot, input)))
    if (texts !== '') appendFileSync(file, texts)
  }
  const { findings } = await bundleTheme(packagedCache, packagedCache)
  const [problem] = findings
  if (problem) throw new Error(`${problem.place?.file}:${problem.place?.line} ${problem.message}`)
  await keepScripts()
}

void fillPackage()
