import { describe, expect, test } from 'vitest'
import { compareUrls, parseUrlList } from '../../../src/check/lists.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import { createTestSite, type TestPage } from './test-site.ts'

function lost(list: string, pages: Record<string, TestPage>, config: UserConfig = {}): string[] {
  const found = compareUrls(parseUrlList(list), 'urls.txt', createTestSite(pages, config))
  return found.map(
    ({ rule, place, message }) => `${place?.line} ${rule.slice('routes/lost-'.length)} ${message}`,
  )
}

describe('addresses of a site as it was', () => {
  const pages = { 'README.md': {}, 'a.md': { sections: [{ id: 'usage' }] }, 'Über uns.md': {} }

  test('are found in each form that the site answers to, redirects included', () => {
    const config = {
      base: '/docs/',
      redirects: { '/old.html': '/a.html#usage', '/x/*': '/:splat', '/far': 'https://x.example/' },
    }
    const list = `# a comment

https://old.example/docs/
/docs/a.html#usage
/docs/A
/docs/a/?q=1#top
/docs/index.html
/docs/%C3%9Cber%20uns.html
/docs/old.html#whatever
/docs/x/a.html
/docs/far
`
    expect(lost(list, pages, config)).toEqual([])
    expect(
      lost('/docs/b.html\n/a.html\nhttps://old.example\n/docs/a.html#gone\n/docs/x/b.html', pages, config),
    ).toEqual([
      '1 address The URL `/b.html` no longer exists.',
      '2 address The URL `/a.html` no longer exists.',
      '3 address The URL `https://old.example` no longer exists.',
      '4 anchor `/a.html` no longer has the anchor `#gone`.',
      '5 address The URL `/x/b.html` no longer exists.',
    ])
  })

  test('are read from a site map, too', () => {
    const map =
      '<urlset><url><loc> https://x.example/a.html </loc></url>\n<url><loc>https://x.example/b&amp;c.html</loc></url></urlset>'
    expect(lost(map, pages)).toEqual(['2 address The URL `/b&c.html` no longer exists.'])
  })
})
