import { describe, expect, it } from 'vitest'
import { formatTodo, listTodo } from '../../../src/report/todo.ts'
import { sampleReport, sampleSite } from './sample-report.ts'

const site = sampleSite()
const report = await sampleReport(site)

describe('todo', () => {
  const fileOf = ({ localPath }: { localPath: string }) => `content/fr${localPath.replace('.html', '.md')}`
  const linksTo = ({ file }: { file: string }) => (file === 'content/b.md' ? 3 : 0)
  const context = { fileOf, linksTo, textOf: site.textOf }

  it('lists what is missing with the file to write and its size, what others lead to first, then orphans', () => {
    const locale = '/fr/'
    expect(listTodo(report.translations, '/fr/', context)).toEqual([
      { locale, state: 'missing', file: 'content/fr/b.md', source: 'content/b.md', words: 12, links: 3 },
      { locale, state: 'missing', file: 'content/fr/a.md', source: 'content/a.md', words: 12, links: 0 },
      { locale, state: 'orphan', file: 'content/fr/old.md', words: 0, links: 0 },
    ])
  })

  it('lists what changed of stale pages, and pages without a stamp', () => {
    const items = listTodo(report.translations, '/ja/', context)
    expect(formatTodo(items, { locales: ['/ja/'], format: 'markdown', report })).toBe(
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
        '- [ ] `content/ja/b.md`, linked from 3 pages',
        '',
      ].join('\n'),
    )
  })
  it('writes several languages below each other, or as rows that no spreadsheet takes for formulas', () => {
    const items = ['/ja/', '/fr/'].flatMap(locale => listTodo(report.translations, locale, context))
    const text = formatTodo(items, { locales: ['/ja/', '/fr/'], format: 'markdown', report })
    expect(text).toContain('\n\n# Français (/fr/)\n')
    expect(text).toContain('- [ ] `content/fr/b.md` from `content/b.md`, 12 words, linked from 3 pages\n')
    const odd = { ...items[0]!, file: '=1+1', changes: 'changed "a", b' }
    expect(formatTodo([odd], { locales: ['/ja/'], format: 'csv', report })).toBe(
      'locale,state,file,source,words,links,changes\n/ja/,stale,\'=1+1,content/a.md,5,0,"changed ""a"", b"\n',
    )
  })
})
