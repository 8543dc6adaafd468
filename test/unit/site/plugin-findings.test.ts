import { describe, expect, it } from 'vitest'
import type { PageSummary } from '../../../src/schema/page.ts'
import { mergeFailures, namePlugins } from '../../../src/site/report-config.ts'

const failure = (file: string) => ({
  rule: 'plugins/failed',
  severity: 'error' as const,
  place: { file: 'plugins/a.ts', line: 1, column: 1 },
  message: `The plugin \`a\` failed when \`page\` ran on \`${file}\`: no.`,
})
const other = { rule: 'a/b', severity: 'error' as const, message: 'Other.' }
const page = (file: string, findings: object[]) => ({ file, findings }) as PageSummary

describe('mergeFailures', () => {
  it('makes one finding of a failure on many pages, and leaves others', () => {
    const pages = ['a.md', 'b.md', 'c.md'].map(file => page(file, [failure(file), other]))
    expect(mergeFailures(pages).map(({ findings }) => findings.map(({ message }) => message))).toEqual([
      ['The plugin `a` failed when `page` ran on `a.md` and 2 other pages: no.', 'Other.'],
      ['Other.'],
      ['Other.'],
    ])
  })
})

describe('namePlugins', () => {
  it('says of findings in a page that a plugin makes who that is, once', () => {
    const pages = [{ ...page('a.md', []), plugin: 'p' }, page('b.md', [])]
    const findings = ['a.md', 'b.md'].map(file => ({
      ...other,
      place: { file, line: 1, column: 1 },
      hint: 'Do.',
    }))
    const named = namePlugins(findings, pages)
    expect(named.map(({ hint }) => hint)).toEqual(['The plugin `p` makes this page. Do.', 'Do.'])
    expect(namePlugins(named, pages)).toEqual(named)
    const twice = [{ ...findings[0]!, message: 'The plugin `p` makes this page, too.' }]
    expect(namePlugins(twice, pages)).toEqual(twice)
  })
})
