import { expect, test, describe, it } from 'vitest'
import { documentPath, withBase, fileAddress, readRequestTarget } from '../../../src/shared/addresses.ts'

test.each([
  ['/', 'index.html'],
  ['/zh/api/', 'zh/api/index.html'],
  ['/zh/%E4%B8%AD.html', 'zh/中.html'],
  ['/a%20b.html', 'a b.html'],
])('the page %s is the file %s', (page, file) => {
  expect(documentPath(page)).toBe(file)
})

test('addresses carry the base and are encoded', () => {
  expect(fileAddress('/docs/', 'a b/#1?.png')).toBe('/docs/a%20b/%231%3F.png')
  expect(withBase('/docs/', '/zh/')).toBe('/docs/zh/')
  expect(withBase('/', '/zh/')).toBe('/zh/')
})

describe('the target of a request', () => {
  it('is a path and a query, as they were sent', () => {
    expect(readRequestTarget('/')).toEqual({ path: '/', query: '' })
    expect(readRequestTarget('/a%20b/?x=1?y')).toEqual({ path: '/a%20b/', query: '?x=1?y' })
    expect(readRequestTarget('/%E6%97%A5.html?')).toEqual({ path: '/%E6%97%A5.html', query: '?' })
    expect(readRequestTarget('/a..b/...')).toEqual({ path: '/a..b/...', query: '' })
  })

  it.each([
    ...'* a http://evil/ evil:443 //etc/passwd /a//b /../x /a/.. /./x /%2e%2e/x'.split(' '),
    ...'/..;/x /..;a=b/x /..%2fx /a%5cb /%00 /%0d%0aX:y /%7f /%zz /%E0%A4%A /%c0%ae%c0%ae/x /#/../x'.split(
      ' ',
    ),
    '',
    '/a\\b',
    '/a\u0000',
    `/${'a'.repeat(8192)}`,
  ])('%j is refused', target => {
    expect(readRequestTarget(target)).toBeUndefined()
  })
})
