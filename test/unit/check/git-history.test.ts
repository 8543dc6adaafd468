import { expect, it } from 'vitest'
import { touchedBy } from '../../../src/check/git-history.ts'
import { runChecks } from '../../../src/check/run.ts'
import { createTestSite } from './test-site.ts'

it('a change includes translations that it leaves without a source', async () => {
  const page = { sections: [{ id: 'usage' }] }
  const site = createTestSite({ 'a.md': page, 'ja/a.md': page, 'ja/gone.md': page, 'ja/old.md': page })
  const orphans = (await runChecks(site)).filter(({ rule }) => rule === 'coverage/orphan')
  expect(orphans.map(({ place }) => place?.file)).toEqual(['content/ja/gone.md', 'content/ja/old.md'])
  const touched = touchedBy(new Set(['content/gone.md']), site, orphans)
  expect(touched.map(({ place }) => place?.file)).toEqual(['content/ja/gone.md'])
})
