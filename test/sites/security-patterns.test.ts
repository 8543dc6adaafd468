import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { tokenizer } from 'acorn'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Pattern {
  file: string
  source: string
  flags: string
}

/** Every regular expression that is written in the program or the theme. */
function listPatterns(): Pattern[] {
  return ['src', 'templates'].flatMap(folder =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map(entry => path.join(entry.parentPath, entry.name))
      .toSorted()
      .flatMap(readPatterns),
  )
}

function readPatterns(file: string): Pattern[] {
  const loader = file.endsWith('x') ? 'tsx' : 'ts'
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    loader,
    jsx: 'automatic',
    target: 'es2024',
    supported: { 'regexp-set-notation': true },
  })
  const found: Pattern[] = []
  for (const token of tokenizer(code, { ecmaVersion: 'latest', sourceType: 'module' })) {
    if (token.type.label !== 'regexp') continue
    const { pattern, flags } = (token as { value?: unknown }).value as { pattern: string; flags: string }
    found.push({ file: path.relative(ROOT, file), source: pattern, flags })
  }
  return found
}

/** Patterns that take long for texts that never reach them: what keeps the text short stands beside each. */
const SHORT_INPUT: Record<string, string> = {
  'src/content/clean-title.ts': 'A title is cut to 2 000 characters.',
  'src/content/directives.ts': 'A directive is at most 1 024 characters.',
  'src/check/fix/pin-ids.ts': 'Lines that are headings of this site, when its owner asks for edits.',
  'src/init/': 'Pages of the owner, read once, when a site moves here.',
}

/** Runs in a thread of its own, so that a pattern without end can be stopped. */
const MEASURE = `
const { parentPort, workerData } = require('node:worker_threads')
const pieces = ${JSON.stringify([
  ' ',
  '\t',
  '\n',
  'a',
  'A',
  '1',
  '-',
  '_',
  '.',
  '/',
  '\\',
  '<',
  '>',
  '[',
  ']',
  '(',
  ')',
  '{',
  '}',
  '"',
  "'",
  '`',
  '*',
  '#',
  ':',
  '=',
  '&',
  '!',
  '$',
  '|',
  '~',
  '@',
  '%',
  '\u00e9',
  '\u4e2d',
  '<a',
  '<a ',
  '<!--',
  '<img ',
  '<img src',
  '](',
  '[a',
  '![',
  'a.',
  '.a',
  'a-',
  'a/',
  '/a',
  '../',
  '//',
  '{#',
  '{{',
  '::',
  ':::',
  ' a',
  'a ',
  '\na',
  '\n ',
  ' \n',
  'a=',
  'a="',
  '"a',
  '`a',
  '**',
  '*a',
  '_a',
  '%2',
  '%20',
  '&lt;',
  '&#',
  '\\a',
  '0.',
  '{a',
  '}a',
  'a,',
  ', ',
  '# ',
  '- ',
  '<<<',
  '!!!include(',
  '<!--@include:',
  '[[toc',
  'https://',
  'a@',
  'www.a',
  ':a',
  ':a:',
  'javascript:',
  '$1',
  '|-',
  '| ',
  '---\n',
])}
const LENGTH = 100000
for (const [index, { source, flags }] of workerData.entries()) {
  let worst = 0
  let by = ''
  parentPort.postMessage({ index, started: true })
  for (const piece of pieces) {
    for (const [head, tail] of [['', '\\u0000'], ['<', ''], ['[', '\\n'], ['"', '!'], ['x', 'x']]) {
      // Small first: what is slow there must not be tried with more.
      for (const length of [50, 4000, LENGTH]) {
        const text = head + piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + tail
        let took = Infinity
        for (let attempt = 0; attempt < 3 && took > 20; attempt += 1) {
          const pattern = new RegExp(source, flags)
          const start = process.cpuUsage()
          if (flags.includes('g')) text.replace(pattern, '')
          else pattern.test(text)
          const { user, system } = process.cpuUsage(start)
          took = Math.min(took, (user + system) / 1000)
        }
        if (took > worst) [worst, by] = [took, JSON.stringify(head + piece + '…' + tail) + ' × ' + length]
        // What takes a moment for a short text is tried with a long one; time in proportion to length would not show yet.
        if (took > 50 || (length === 4000 && took < 1)) break
      }
      if (worst > 50) break
    }
    if (worst > 50) break
  }
  parentPort.postMessage({ index, worst, by })
}
`

describe('regular expressions (X-REDOS-1)', () => {
  const patterns = listPatterns()

  it('are found', () => {
    expect(patterns.length).toBeGreaterThan(250)
  })

  it('answer texts of 100 KB that are made to be hard within 50 ms, each', { timeout: 300_000 }, async () => {
    const unchecked = patterns.filter(
      ({ file }) => !Object.keys(SHORT_INPUT).some(short => file.startsWith(short)),
    )
    const unique = [
      ...new Map(unchecked.map(pattern => [`/${pattern.source}/${pattern.flags}`, pattern])).values(),
    ]
    const slow: string[] = []
    await measure(unique, ({ pattern, worst, by }) => {
      const name = `/${pattern.source}/${pattern.flags}`
      if (worst > 50) slow.push(`${pattern.file} ${name}: ${Math.round(worst)} ms for ${by}`)
    })
    expect(slow).toEqual([])
  })
})

interface Measured {
  pattern: Pattern
  worst: number
  by: string
}

/** Measures one pattern after the other; one that takes ten seconds is stopped and counts as endless. */
async function measure(patterns: Pattern[], report: (measured: Measured) => void): Promise<void> {
  let next = 0
  while (next < patterns.length) {
    const offset = next
    next = await new Promise<number>((resolve, reject) => {
      const worker = new Worker(MEASURE, { eval: true, workerData: patterns.slice(offset) })
      let current = offset
      let timer: NodeJS.Timeout | undefined
      worker.on('error', reject)
      worker.on('exit', () => {
        clearTimeout(timer)
        resolve(current + 1)
      })
      worker.on('message', (message: { index: number; started?: boolean; worst?: number; by?: string }) => {
        current = offset + message.index
        const pattern = patterns[current] as Pattern
        clearTimeout(timer)
        if (message.started) {
          timer = setTimeout(() => {
            report({ pattern, worst: Infinity, by: 'more than ten seconds' })
            void worker.terminate()
          }, 10_000)
        } else report({ pattern, worst: message.worst ?? 0, by: message.by ?? '' })
      })
    })
  }
}
