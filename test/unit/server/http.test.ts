import { describe, expect, it } from 'vitest'
import { readRequestTarget } from '../../../src/server/http.ts'

describe('the target of a request', () => {
  it.each([
    ['/', '/', ''],
    ['/a%20b/?x=1?y', '/a%20b/', '?x=1?y'],
    ['/%E6%97%A5.html?', '/%E6%97%A5.html', '?'],
    ['/a..b/...', '/a..b/...', ''],
  ])('%s is a path and a query, as they were sent', (target, path, query) => {
    expect(readRequestTarget(target)).toEqual({ path, query })
  })

  it.each([
    ...'* a http://evil/ evil:443 //etc/passwd /a//b /../x /a/.. /./x /%2e%2e/x /%E0%A4%A'.split(' '),
    ...'/..;/x /..;a=b/x /..%2fx /a%5cb /%00 /%0d%0aX:y /%7f /%zz /%c0%ae%c0%ae/x /#/../x'.split(' '),
    '',
    '/a\\b',
    '/a\u0000',
    `/${'a'.repeat(8192)}`,
  ])('%j is refused', target => expect(readRequestTarget(target)).toBeUndefined())
})
