import { describe, expect, it } from 'vitest'
import { isServed, resolveRequest, type SiteFiles } from '../../../src/server/site-files.ts'
import { createAddressTable } from '../../../src/shared/address-table.ts'

const NAMES = [
  '/index.html',
  '/404.html',
  '/api/index.html',
  '/api/mount.html',
  '/fr/index.html',
  '/fr/404.html',
  '/a.txt',
]
const PAGES = ['/', '/api/', '/api/mount.html', '/fr/']

function site(base = '/'): SiteFiles<string> {
  const redirects: [string, string][] = [
    ['/old', '/api/#x'],
    ['/away', 'https://example.org/'],
    ['/en/*', '/:splat'],
  ]
  return {
    base,
    files: new Map(NAMES.map(name => [name, `file ${name}`])),
    table: createAddressTable(PAGES, redirects),
  }
}

describe('an address of a site', () => {
  it('is a file by its exact name only', () => {
    expect(resolveRequest(site(), '/a.txt', '')).toEqual({
      kind: 'file',
      name: '/a.txt',
      file: 'file /a.txt',
      status: 200,
    })
    expect(resolveRequest(site(), '/api/', '?q')).toMatchObject({ name: '/api/index.html', status: 200 })
    expect(resolveRequest(site(), '/A.txt', '')).toMatchObject({ name: '/404.html', status: 404 })
  })

  it.each([
    ['/api', '/api/'],
    ['/api/index.html', '/api/'],
    ['/API/Mount.html', '/api/mount.html'],
    ['/api/mount', '/api/mount.html'],
    ['/old', '/api/#x'],
    ['/en/api/mount.html', '/api/mount.html'],
    ['/away', 'https://example.org/'],
  ])('%s is redirected to %s', (from, to) => {
    expect(resolveRequest(site(), from, '')).toEqual({ kind: 'redirect', location: to })
  })

  it('keeps the query, and has the base in front', () => {
    expect(resolveRequest(site('/docs/'), '/docs/api', '?a')).toEqual({
      kind: 'redirect',
      location: '/docs/api/?a',
    })
    expect(resolveRequest(site('/docs/'), '/docs', '')).toEqual({ kind: 'redirect', location: '/docs/' })
    expect(resolveRequest(site('/docs/'), '/docs/a.txt', '')).toMatchObject({ status: 200 })
    expect(resolveRequest(site('/docs/'), '/docsx/a.txt', '')).toEqual({ kind: 'none' })
    expect(resolveRequest(site('/docs/'), '/a.txt', '')).toEqual({ kind: 'none' })
  })

  it('is the not-found page of its language, or nothing for a missing asset', () => {
    expect(resolveRequest(site(), '/fr/x', '')).toMatchObject({ name: '/fr/404.html', status: 404 })
    expect(resolveRequest(site(), '/de/x', '')).toMatchObject({ name: '/404.html', status: 404 })
    expect(resolveRequest(site(), '/assets/x.js', '')).toEqual({ kind: 'none' })
  })
})

describe('files of the output that are served', () => {
  it.each(['a.html', '.well-known/security.txt', 'docs/_redirects'])('%s is', name => {
    expect(isServed(name)).toBe(true)
  })
  it.each(['.docsgen.json', '.htaccess', '.well-known', 'a/.env', '.well-known/.env', '_headers'])(
    '%s is not',
    name => {
      expect(isServed(name)).toBe(false)
    },
  )
})
