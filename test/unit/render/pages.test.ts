import { expect, it } from 'vitest'
import type { Session } from '../../../src/cache/threads/session.ts'
import type { LoadedSite } from '../../../src/load.ts'
import { emitPages, emitSearchIndexes } from '../../../src/render/pages.ts'
import { createTestSite } from '../check/test-site.ts'

it('queues the pages before the search indexes, which nobody waits for', async () => {
  const queued: string[] = []
  const session = {
    rendered: { get: () => undefined, has: () => false, locate: () => undefined, segment: () => '' },
    map: async (job: string) => {
      queued.push(job)
      return []
    },
  }
  const loaded = {
    site: createTestSite({ 'README.md': {} }),
    theme: { hash: '', files: [], entries: {}, modules: {} },
    contents: { contentKey: (file: string) => file, locate: () => ({ length: 1 }) },
  }
  const [given, site] = [session as unknown as Session, loaded as unknown as LoadedSite]
  await Promise.allSettled([
    emitSearchIndexes(given, site, () => undefined),
    emitPages(given, site, undefined),
  ])
  expect(queued).toEqual(['writePages', 'search', 'search', 'search'])
})
