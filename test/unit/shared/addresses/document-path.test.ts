import { expect, test } from 'vitest'
import { documentPath } from '../../../../src/shared/addresses/document-path.ts'

test.each([
  ['/', 'index.html'],
  ['/zh/api/', 'zh/api/index.html'],
  ['/zh/%E4%B8%AD.html', 'zh/中.html'],
  ['/a%20b.html', 'a b.html'],
])('the page %s is the file %s (B15)', (page, file) => {
  expect(documentPath(page)).toBe(file)
})
