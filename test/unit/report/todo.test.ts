import { describe, expect, it } from 'vitest'
import { formatTodo, listTodo } from '../../../src/report/todo.ts'
import { sampleReport, sampleSite } from './sample-report.ts'

const site = sampleSite()
const report = await sampleReport(site)

describe('todo', () => {
  const fileOf = ({ localPath }: { localPath: string }) => `content/fr${localPath.replace('.html', '.md')}`
  const context = { fileOf, textOf: site.textOf }

  it('lists what is missing with the file to write and its size, then orphans', () => {
    expect(listTodo(report.translations, '/fr/', context)).toEqual([
      { state: 'missing', file: 'content/fr/a.md', source: 'content/a.md', words: 12, changes: undefined },
      { state: 'missing', file: 'content/fr/b.md', source: 'content/b.md', words: 12, changes: undefined },
      { state: 'orphan', file: 'content/fr/old.md', words: 0, source: undefined, changes: undefined },
    ])
  })

  it('lists what changed of stale pages, and pages without a stamp', () => {
    const items = listTodo(report.translations, '/ja/', context)
    expect(formatTodo(items, '/ja/', report)).toBe(
      [
        '# 日本語 (/ja/)',
        '',
        '0 of 2 pages up to date (0 %), about 5 words to translate.',
        '',
        '## Source changed (1)',
        '',
        '- [ ] `content/ja/a.md` from `content/a.md`, 5 words: changed “Options”',
        '',
        '## Never stamped: nothing says whether the source has changed (`docsgen check --stamp --from-git`) (1)',
        '',
        '- [ ] `content/ja/b.md`',
        '',
      ].join('\n'),
    )
  })
})
