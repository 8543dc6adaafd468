import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createTestSite } from './site.ts'

const compiled = fileURLToPath(new URL('../../compiled/', import.meta.url))
const site = createTestSite()
afterAll(() => site.remove())

/** Notes the files of the program that each thread has loaded when it ends. */
const NOTE = `
  const { appendFileSync, statSync } = require('node:fs')
  const { isMainThread } = require('node:worker_threads')
  process.on('exit', () => {
    const files = Object.keys(require.cache).filter(file => file.startsWith(${JSON.stringify(compiled)}))
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    appendFileSync('loaded.txt', JSON.stringify({ isMainThread, bytes, files }) + '\\n')
  })`

interface Loaded {
  isMainThread: boolean
  bytes: number
  files: string[]
}

/** Loading is a part of every build: what a site does not use (plugins, islands, languages) is not loaded for it. */
test('a plain site loads at most 1.7 MB of the program in a thread, 2.5 MB in the one that helps and has the rest to do', () => {
  const preload = path.join(site.root, 'note.cjs')
  writeFileSync(preload, NOTE)
  const pages = Array.from(
    { length: 40 },
    (_, index) => [`content/p${index}.md`, `# Page ${index}\n`] as const,
  )
  for (const [file, text] of pages) site.write(file, text)
  rmSync(path.join(site.root, 'loaded.txt'), { force: true })
  const program = path.join(compiled, '../bin/docsgen.js')
  const env = { ...process.env, DOCSGEN_WORKERS: '1' }
  execFileSync(process.execPath, ['--require', preload, program, 'build', '--silent'], {
    cwd: site.root,
    env,
  })
  const lines = readFileSync(path.join(site.root, 'loaded.txt'), 'utf8').trim().split('\n')
  const loaded = lines.map(line => JSON.parse(line) as Loaded)
  const sizes = loaded.map(({ isMainThread, bytes }) => [isMainThread ? 'main' : 'thread', bytes] as const)
  expect(sizes.map(([thread]) => thread).toSorted()).toEqual(['main', 'thread'])
  for (const [thread, bytes] of sizes)
    expect(bytes, thread).toBeLessThan(thread === 'main' ? 2_500_000 : 1_700_000)
  // Text of the cache that machines share, which this site does not.
  const all = new Set(loaded.flatMap(({ files }) => files))
  expect([...all].filter(file => readFileSync(file, 'utf8').includes('it took too long in all'))).toEqual([])
  // One other character makes V8 hold the whole file in two bytes each, in every thread: esbuild leaves them in regular expressions.
  const large = new Set(loaded.flatMap(({ files }) => files).filter(file => statSync(file).size > 20_000))
  const others = [...large].map(file => /[^\0-\x7f].{0,20}/s.exec(readFileSync(file, 'utf8'))?.[0] ?? '')
  expect(others.filter(Boolean)).toEqual([])
})
