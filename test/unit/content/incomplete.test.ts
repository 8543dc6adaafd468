import { expect, test } from 'vitest'
import { emptyPage, parsePage } from '../../../src/content/parse.ts'
import type { Finding } from '../../../src/schema/finding.ts'
import { createOptions, createSource, parse } from './helpers.ts'

const error: Finding = { rule: 'markdown/include-missing', severity: 'error', message: 'x' }
const frontmatter = { text: 'permalink: /p/\n', line: 2 }

test('a file with an error stands in its place, without its body, and says what its frontmatter does', () => {
  const source = { ...createSource('# Title\n\n[x](javascript:y)\n'), frontmatter, findings: [error] }
  expect(parsePage(source, createOptions())).toMatchObject({
    incomplete: true,
    record: { title: 'Title', path: '/p/', regularPath: '/dir/page.html' },
    headings: [],
    findings: [],
  })
})

test('a snippet that is not there leaves the page with its body', () => {
  const source = { ...createSource('# Title\n'), findings: [{ ...error, rule: 'markdown/snippet-missing' }] }
  expect(parsePage(source, createOptions()).headings).toHaveLength(1)
})

test('so does a page that is too complex, and one that took too long', () => {
  expect(parse('> '.repeat(101) + 'a'.padEnd(1200, '\na'))).toMatchObject({ incomplete: true, headings: [] })
  const lost = emptyPage({ ...createSource('# Title\n'), frontmatter }, createOptions(), [error])
  expect(lost).toMatchObject({ incomplete: true, record: { path: '/dir/page.html' }, findings: [error] })
  expect(parse('# Title\n').incomplete).toBeUndefined()
})
