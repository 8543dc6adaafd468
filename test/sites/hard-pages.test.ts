import { afterEach, describe, expect, it } from 'vitest'
import { build, type BuildResult } from '../../src/build.ts'
import { openSession } from '../../src/cache/workers/session.ts'
import { hardPages } from '../support/hard-pages.ts'
import { createTestSite, type TestSite } from './site.ts'

/** Twenty of them; two thousand with `DOCSGEN_FULL=1`. */
const COUNT = process.env['DOCSGEN_FULL'] ? 2000 : 20
const BATCH = Math.min(COUNT, 100)

/** What may be said of them: they are refused before anything takes long. */
const REFUSED = /^(?:markdown\/(?!too-slow|failed)|frontmatter\/|files\/unreadable)/

let site: TestSite | undefined
afterEach(() => site?.remove())

async function buildOnce({ root }: TestSite): Promise<BuildResult> {
  const session = await openSession({ root })
  try {
    return await build(session, {})
  } finally {
    await session.close()
  }
}

/** Numbers of the pages in batches. */
const batches = Array.from({ length: COUNT / BATCH }, (_, index) => index * BATCH)

describe('whole builds of pages that are made to be hard', () => {
  const pages = hardPages(COUNT)

  it.each(batches)('%i and the next: each is refused or built', { timeout: 900_000 }, async at => {
    const files = pages
      .slice(at, at + BATCH)
      .map(({ text }, index) => [`content/p${index}.md`, text] as const)
    const created = createTestSite({ ...Object.fromEntries(files), 'content/x.md': 'Included.\n' })
    site = created
    const first = await buildOnce(created)
    const errors = first.findings.filter(({ severity }) => severity === 'error')
    expect(errors.filter(({ rule }) => !REFUSED.test(rule))).toEqual([])
    for (const file of new Set(errors.map(({ place }) => place?.file)))
      if (file) created.write(file, '# Refused\n')
    const { exitCode, findings } = errors.length > 0 ? await buildOnce(created) : first
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(exitCode).toBe(0)
    const built = Object.keys(created.hashes('dist')).filter(name => /^p\d+\.html$/.test(name))
    expect(built).toHaveLength(BATCH)
  })
})
