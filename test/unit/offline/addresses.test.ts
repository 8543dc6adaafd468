import { expect, test } from 'vitest'
import { fileAddress, pageAddress, pageFile } from '../../../src/offline/addresses.ts'

test.each([
  ['/', 'index.html'],
  ['/zh/api/', 'zh/api/index.html'],
  ['/zh/%E4%B8%AD.html', 'zh/中.html'],
  ['/a%20b.html', 'a b.html'],
])('the page %s is the file %s (B15)', (page, file) => {
  expect(pageFile(page)).toBe(file)
})

test('addresses carry the base and are encoded', () => {
  expect(fileAddress('/docs/', 'a b/#1?.png')).toBe('/docs/a%20b/%231%3F.png')
  expect(pageAddress('/docs/', '/zh/')).toBe('/docs/zh/')
  expect(pageAddress('/', '/zh/')).toBe('/zh/')
})
