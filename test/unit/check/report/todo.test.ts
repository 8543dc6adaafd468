import { describe, expect, it } from 'vitest'
import { formatTodo, listTodo } from '../../../../src/check/report/todo.ts'
import { sampleReport, sampleSite } from './sample-report.ts'

const site = sampleSite()
const report = await sampleReport(site)

describe('formatTodo', () => {
  it('lists what changed of stale pages, and how many words nobody has compared', () => {
    expect(formatTodo(listTodo(site, ['/ja/']), { ...report, locales: ['/ja/'], format: 'markdown' })).toBe(
      [
        '# 日本語 (/ja/)',
        '',
        '0 of 2 pages up to date (0 %), about 5 words to translate, 12 to look through.',
        '',
        '## Source changed (1)',
        '',
        '- [ ] `content/ja/a.md` from `content/a.md`, 5 words: changed “Options”',
        '',
        '## Never stamped: nothing says whether the source has changed (`docsgen check --stamp --from-git`) (1)',
        '',
        '- [ ] `content/ja/b.md`, 12 words',
        '',
      ].join('\n'),
    )
  })

  it('writes several languages below each other, or as rows that no spreadsheet takes for formulas', () => {
    const items = listTodo(site, ['/ja/', '/fr/'])
    const text = formatTodo(items, { ...report, locales: ['/ja/', '/fr/'], format: 'markdown' })
    expect(text).toContain('\n\n# Français (/fr/)\n')
    expect(text).toContain('- [ ] `content/fr/b.md` from `content/b.md`, 12 words\n')
    const odd = { ...items[0]!, file: '=1+1', changes: 'changed "a", b', links: 3 }
    expect(formatTodo([odd], { ...report, locales: ['/ja/'], format: 'csv' })).toBe(
      'locale,state,file,source,words,links,changes,path\n/ja/,stale,\'=1+1,content/a.md,5,3,"changed ""a"", b",/a.html\n',
    )
    const linked = formatTodo([odd], { ...report, locales: ['/ja/'], format: 'markdown' })
    expect(linked).toContain('5 words, linked from 3 pages: changed')
  })
})
