import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { build, type BuildResult } from '../../src/build.ts'
import { runCheck } from '../../src/check/check.ts'
import { openSession } from '../../src/cache/workers/session.ts'
import { createTestSite, type TestSite } from './site.ts'

/** Store and end of the keys whose values are damaged. */
const PARTS: [what: string, store: string, end: RegExp][] = [
  ['summaries', 'parsed', /^[^.]+$/],
  ['HTML', 'parsed', /\.html$/],
  ['text', 'parsed', /\.text$/],
  ['traces and search indexes', 'rendered', /^[^.]+$/],
  ['pages as packs hold them', 'rendered', /\.entry$/],
  ['traces of packs', 'rendered', /^pack\./],
]

const CACHE = 'node_modules/.cache/docsgen'
const CONFIG = "export default { title: 'Example', offline: { keepAssets: 0 } }\n"

/** What makes a build read the part: everything is written anew, or only what an edited page changes. */
const NEEDS = ['no output', 'an edited page', 'another title'] as const

describe('R-CACHE-1: whatever part of the cache is damaged, it is made anew without a second build', () => {
  const cold: Record<string, Record<string, string>> = {}

  beforeAll(async () => {
    for (const need of NEEDS) {
      const site = createSite()
      await run(site)
      prepare(site, need)
      await run(site, { cache: false })
      cold[need] = site.hashes('dist')
      site.remove()
    }
  }, 60_000)

  it.each(NEEDS.flatMap(need => PARTS.map(part => [need, ...part] as const)))(
    '%s, damaged: %s',
    async (need, _what, store, end) => {
      const site = createSite()
      await run(site)
      prepare(site, need)
      damage(path.join(site.root, CACHE), store, end)
      const first = await run(site)
      expect(first.exitCode).toBe(0)
      expect(site.hashes('dist')).toEqual(cold[need])
      expect(warnings(first).length).toBeLessThanOrEqual(1)
      const second = await run(site)
      expect(warnings(second)).toEqual([])
      expect(site.hashes('dist')).toEqual(cold[need])
      site.remove()
    },
  )
})

describe('what is in the cache', () => {
  it('outlives commands that do not need it, and a build that fails', async () => {
    const site = createSite()
    const keys = () => Object.keys(readEntries(path.join(site.root, CACHE), 'rendered')).length
    await run(site)
    const filled = keys()
    expect(filled).toBeGreaterThan(8)
    await runCheck({ root: site.root })
    expect(keys()).toBe(filled)
    site.write('content/b.md', '---\ntitle: [\n---\n')
    expect((await run(site)).exitCode).toBe(1)
    expect(keys()).toBe(filled)
    rmSync(path.join(site.root, 'content/b.md'))
    expect((await run(site)).exitCode).toBe(0)
    expect(keys()).toBeLessThan(filled)
    site.remove()
  })
})

function createSite(): TestSite {
  const pages = ['a', 'b', 'c'].map(name => [
    `content/${name}.md`,
    `# ${name}\n\n## Part\n\nText of ${name}.\n`,
  ])
  return createTestSite({ ...Object.fromEntries(pages), 'site.config.ts': CONFIG })
}

function prepare(site: TestSite, need: (typeof NEEDS)[number]): void {
  if (need === 'no output') rmSync(path.join(site.root, 'dist'), { recursive: true })
  if (need === 'an edited page') site.write('content/b.md', '# b\n\nOther text.\n')
  if (need === 'another title') site.write('site.config.ts', CONFIG.replace('Example', 'Other'))
}

async function run({ root }: TestSite, options: { cache?: boolean } = {}): Promise<BuildResult> {
  const session = await openSession({ root, workers: 0, ...options })
  try {
    return await build(session, {})
  } finally {
    await session.close()
  }
}

function warnings({ findings }: BuildResult): string[] {
  return findings.filter(({ rule }) => rule.startsWith('cache/')).map(({ rule }) => rule)
}

/** Flips a bit in every value of a store whose key matches. */
function damage(folder: string, store: string, end: RegExp): void {
  const entries = readEntries(folder, store)
  const files = new Map(
    readdirSync(folder)
      .filter(file => file.startsWith(`${store}.`) && file.endsWith('.data'))
      .map(file => [file, readFileSync(path.join(folder, file))]),
  )
  for (const [key, [file, offset]] of Object.entries(entries)) {
    const bytes = files.get(file)
    if (end.test(key) && bytes) bytes[offset] = (bytes[offset] ?? 0) ^ 1
  }
  for (const [file, bytes] of files) writeFileSync(path.join(folder, file), bytes)
}

/** Entries of a store: key → segment, offset, … */
function readEntries(folder: string, store: string): Record<string, [string, number]> {
  const index = readFileSync(path.join(folder, `${store}.index.json`), 'utf8')
  const { entries } = JSON.parse(index.slice(index.indexOf('\n'))) as {
    entries: Record<string, [string, number]>
  }
  return entries
}
