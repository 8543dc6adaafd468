import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import { parserFor } from '../../../src/content/parser.ts'
import { createPageReader } from '../../../src/content/scan.ts'
import type { SourceFile } from '../../../src/schema/page.ts'
import { runWithin } from '../../support/run-within.ts'
import { type HardPage, hardPages } from '../../support/hard-pages.ts'
import { createOptions } from './helpers.ts'

/** Whole builds of two thousand: `test/sites/hard-pages.test.ts`. */
const COUNT = process.env['DOCSGEN_FULL'] ? 250 : 25

/** Milliseconds of processor time: of a page, and of what is not the Markdown parser. Linear work needs far less. */
const PAGE = 30_000
const OURS = 3000

/** Of those that took longer than they may: in every run. */
const TELLING: HardPage[] = [{ name: 'a list of 25 000', text: '- a\n'.repeat(25_000) }]

const state = { root: '' }
beforeAll(() => {
  state.root = mkdtempSync(path.join(tmpdir(), 'hard-'))
  mkdirSync(path.join(state.root, 'content'))
  writeFileSync(path.join(state.root, 'content/x.md'), 'Included.\n')
})
afterAll(() => rmSync(state.root, { recursive: true }))

const options = createOptions({ html: 'sanitize' })

/** Processor time that some work takes; infinite for what has not ended long after the time of a page. */
function timeOf(work: () => void): number {
  const start = process.cpuUsage()
  if (!runWithin(4 * PAGE, work)) return Infinity
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** What is wrong with the time that a page takes; undefined if nothing is. */
function problemOf({ name, text }: HardPage): string | undefined {
  writeFileSync(path.join(state.root, 'content/page.md'), text)
  const reader = {
    root: state.root,
    contentDir: 'content',
    includeRoot: 'content',
    locales: ['/'],
    access: { folders: ['content'], allowed: [] },
    ignored: [],
  }
  let page: SourceFile | undefined
  const reading = timeOf(() => (page = createPageReader(reader)('content/page.md')))
  if (!page || reading > OURS) return `${name}: reading takes ${reading} ms`
  const source = page
  const parsing = timeOf(() => void parsePage(source, options))
  if (parsing > PAGE) return `${name}: parsing takes ${parsing} ms`
  if (parsing < OURS) return undefined
  const parser = timeOf(() => void parserFor(options).processor.parse(source.body))
  return parsing - parser > OURS ? `${name}: ${parsing} ms, ${parser} of them the parser` : undefined
}

describe('R-PATH-1: pages of 100 kB that are made to be hard', () => {
  it(`${COUNT} of them have their time`, { timeout: 3_600_000 }, () => {
    expect([...TELLING, ...hardPages(COUNT)].flatMap(page => problemOf(page) ?? [])).toEqual([])
  })
})
