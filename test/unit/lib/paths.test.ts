import { describe, expect, test } from 'vitest'
import { matchesAny, rewritePath } from '../../../src/lib/files.ts'

describe('rewritePath', () => {
  const rules = {
    'en/:rest*': ':rest*',
    'packages/:pkg/docs/:rest+': ':pkg/:rest+',
    'old-:name.md': 'new/:name.md',
    'a.md': 'b.md',
  }

  test.each([
    ['en/guide/start.md', 'guide/start.md'],
    ['en/index.md', 'index.md'],
    ['zh/guide/start.md', 'zh/guide/start.md'],
    ['packages/core/docs/api/x.md', 'core/api/x.md'],
    ['packages/core/docs', 'packages/core/docs'],
    ['packages/core/src/x.md', 'packages/core/src/x.md'],
    ['old-news.md', 'new/news.md'],
    ['a.md', 'b.md'],
    ['a+md', 'a+md'],
  ])('%s stands at %s', (file, path) => {
    expect(rewritePath(file, rules)).toBe(path)
  })

  test('without rules, a file stays where it is', () => {
    expect(rewritePath('en/a.md')).toBe('en/a.md')
  })
})

describe('matchesAny', () => {
  test.each([
    ['**/TODO.md', ['TODO.md', 'a/b/TODO.md'], ['a/TODO.md/x.md', 'XTODO.md']],
    ['drafts/**', ['drafts/a.md', 'drafts/a/b.md'], ['a/drafts/b.md']],
    ['guide/*.draft.md', ['guide/a.draft.md'], ['guide/a/b.draft.md', 'guide/a.md']],
    ['a?/[x].md', ['ab/[x].md'], ['a/[x].md', 'ab/x.md']],
  ])('%s', (pattern, named, others) => {
    expect(named.map(file => matchesAny(file, [pattern]))).toEqual(named.map(() => true))
    expect(others.map(file => matchesAny(file, [pattern]))).toEqual(others.map(() => false))
  })
})
