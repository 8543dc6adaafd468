import { expect, it } from 'vitest'
import { llmsName, copyFile, copyPath } from '../../../src/site/markdown-copies.ts'
import type { PageRecord } from '../../../src/schema/page.ts'

it.each([
  ['/guide/start.html', '/guide/start.html', '/guide/start.md'],
  ['/guide/start/', '/guide/start.html', '/guide/start.md'],
  ['/guide/start', '/guide/start.html', '/guide/start.md'],
  ['/guide/', '/guide/', '/guide/index.md'],
  ['/', '/', '/index.md'],
  ['/', '/moved.html', '/index.md'],
  ['/permanent/', '/a.html', '/permanent.md'],
])('a page at %s (file: %s) has its twin at %s', (path, regularPath, expected) => {
  expect(copyPath({ path, regularPath })).toBe(expected)
})

it('files have decoded names', () => {
  const record = { path: '/f%C3%BCr/a%20b.html', regularPath: '/f%C3%BCr/a%20b.html' } as PageRecord
  expect(copyFile({ record })).toBe('für/a b.md')
  expect(llmsName({ path: '/pt-BR/' }, 'llms-full')).toBe('pt-BR/llms-full.txt')
})
