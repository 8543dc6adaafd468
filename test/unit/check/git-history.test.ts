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

it('a change includes problems of the configuration', () => {
  const site = createTestSite({ 'a.md': {} })
  const at = (file: string) => ({
    rule: 'x',
    severity: 'error' as const,
    message: '',
    place: { file, line: 1, column: 1 },
  })
  const touched = touchedBy(new Set(['content/gone.md']), site, [at('site.config.ts'), at('content/a.md')])
  expect(touched.map(({ place }) => place?.file)).toEqual(['site.config.ts'])
})
