import { expect, it } from 'vitest'
import { touchedBy } from '../../../src/check/git-history.ts'
import { runChecks } from '../../../src/check/run.ts'
import { createTestSite } from './test-site.ts'

it('a change includes translations that it leaves without a source, and problems of the configuration', async () => {
  const page = { sections: [{ id: 'usage' }] }
  const site = createTestSite({ 'a.md': page, 'ja/a.md': page, 'ja/gone.md': page, 'ja/old.md': page })
  const orphans = (await runChecks(site)).filter(({ rule }) => rule === 'coverage/orphan')
  const ofSite = { ...orphans[0]!, place: { file: 'site.config.ts', line: 1, column: 1 } }
  const touched = touchedBy(new Set(['content/gone.md']), site, [...orphans, ofSite])
  expect(touched.map(({ place }) => place?.file)).toEqual(['content/ja/gone.md', 'site.config.ts'])
})
