import { afterEach, describe, expect, it } from 'vitest'
import { buildSite } from '../../src/build.ts'
import type { BuildResult } from '../../src/schema/api.ts'
import { openSession } from '../../src/cache/threads/session.ts'
import { IS_FULL } from '../support/full.ts'
import { createTestSite, manyPages, outputOf, type TestSite, twoLanguages } from './site.ts'

/** Milliseconds for a page: enough for an honest one on a busy machine. */
const LIMIT = 1500

const site = (pages: number) => createTestSite(manyPages(pages))
const THREADS: [where: string, pages: number][] = [
  ['in several threads', 40],
  ['in one thread', 5],
]
afterEach(() => void delete process.env['DOCSGEN_FAULT'])

async function buildWith(created: TestSite, fault?: string): Promise<BuildResult> {
  if (fault) process.env['DOCSGEN_FAULT'] = fault
  else delete process.env['DOCSGEN_FAULT']
  const session = await openSession({ root: created.root, pageLimit: LIMIT })
  try {
    return await buildSite(session, {})
  } finally {
    await session.close()
  }
}

const errors = ({ findings }: BuildResult) => findings.filter(({ severity }) => severity === 'error')

describe('a page whose time is up is named, and the others are done', () => {
  it.each(THREADS)(
    'while pages are parsed %s: with all other errors, and the previous site stays',
    async (_where, pages) => {
      const created = site(pages)
      expect((await buildWith(created)).exitCode).toBe(0)
      const before = created.hashes('dist')
      for (let index = 0; index < pages; index += 1)
        created.write(`content/p${index}.md`, `# Page ${index}, changed\n`)
      created.write('content/p3.md', '# Page 3\n\n[x](javascript:alert(1))\n')
      const result = await buildWith(created, 'parse:hang:content/p2.md')
      expect(result.exitCode).toBe(1)
      expect(errors(result).map(({ rule, place }) => [rule, place?.file])).toEqual([
        ['markdown/too-slow', 'content/p2.md'],
        ['markdown/unsafe-link', 'content/p3.md'],
      ])
      expect(errors(result)[0]?.message).toBe(
        'The page could not be parsed: it took longer than 1.5 seconds.',
      )
      expect(errors(result)[0]?.hint).toContain('Split the page')
      expect(created.hashes('dist')).toEqual(before)
    },
  )

  it.each(THREADS)(
    'while pages are rendered %s: nothing of it is kept, the next build is whole',
    async (_where, pages) => {
      const created = site(pages)
      expect((await buildWith(created)).exitCode).toBe(0)
      const before = created.hashes('dist')
      for (let index = 0; index < pages; index += 1)
        created.write(`content/p${index}.md`, `# Page ${index}, changed\n`)
      const result = await buildWith(created, 'render:hang:/p2.html')
      expect(result.exitCode).toBe(1)
      expect(errors(result).map(({ rule, place }) => [rule, place?.file])).toEqual([
        ['templates/too-slow', 'content/p2.md'],
      ])
      expect(created.hashes('dist')).toEqual(before)

      expect(errors(await buildWith(created))).toEqual([])
      expect(created.read('dist/p2.html')).toContain('<h1 id="page-2-changed"')
      await created.run(['build', '--no-cache', '--out-dir', 'cold'])
      expect(outputOf(created)).toMatchObject(outputOf(created, 'cold'))
    },
  )
})

describe('the limit is one', () => {
  it.each(THREADS)('and a page is tried once %s', async (_where, pages) => {
    const created = site(pages)
    const tries = `${created.root}/tries`
    const fence = `() => { appendFileSync(${JSON.stringify(tries)}, '.'); for (;;); }`
    created.write(
      'endless.ts',
      `import { appendFileSync } from 'node:fs'
export default { name: 'endless', markdown: { fences: { x: ${fence} } } }
`,
    )
    created.write('content/p2.md', '# Page 2\n\n```x\n```\n')
    created.write('site.config.ts', twoLanguages("plugins: ['./endless.ts']"))
    const result = await buildWith(created)
    expect(errors(result).map(({ rule, place }) => [rule, place?.file])).toEqual([
      ['plugins/too-slow', 'content/p2.md'],
    ])
    expect(created.read('tries').length).toBe(1)
  })

  // How long the whole command takes is printed: on a busy machine, starting it can take seconds.
  it.skipIf(!IS_FULL).each(['parse:hang:content/p2.md', 'render:hang:/p2.html'])(
    'the limit of the command is 30 seconds: %s',
    { timeout: 300_000 },
    async fault => {
      const created = site(5)
      const begin = performance.now()
      const { code, stderr } = await created.run(['build'], { env: { DOCSGEN_FAULT: fault }, apart: true })
      const seconds = ((performance.now() - begin) / 1000).toFixed(1)
      console.info(`${fault}: the whole command took ${seconds} s`)
      expect({ code, says: stderr.includes('it took longer than 30 seconds') }).toEqual({
        code: 1,
        says: true,
      })
    },
  )
})
