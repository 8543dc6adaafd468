import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Sample } from './collect.ts'
import type { Fence } from './fences.ts'

/** Which object has the mock functions: readers of Vitest are told to write `vi` where the samples say `jest`. */
export type MockObject = 'jest' | 'vi'

/**
 * Writes samples below `folder`, each in a folder of its own with its modules. A module stands on the same lines as in
 * its page, so positions in messages are positions in the page. Returns the sample of each written test file.
 */
export function writeSamples(folder: string, samples: Sample[], mocks: MockObject): Map<string, Sample> {
  return new Map(samples.map(sample => [writeSample(folder, sample, mocks), sample]))
}

/** Folder of a sample relative to the one given to `writeSamples`. */
export const sampleFolder = (fence: Fence): string => `${fence.page.replace(/\.md$/, '')}/line-${fence.line}`

function writeSample(folder: string, { fence, files }: Sample, mocks: MockObject): string {
  const target = path.join(folder, sampleFolder(fence))
  const main = path.join(target, `sample.test.${fence.lang}`)
  mkdirSync(target, { recursive: true })
  writeFileSync(main, atItsLine(fence).replace(/\bjest\./g, `${mocks}.`))
  for (const file of files) {
    mkdirSync(path.dirname(path.join(target, file.name)), { recursive: true })
    writeFileSync(path.join(target, file.name), atItsLine(file))
  }
  return main
}

function atItsLine({ code, line, lang }: Fence): string {
  return lang === 'json' ? code : `${'\n'.repeat(line)}${code}\n`
}
