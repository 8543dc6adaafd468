import { describe, expect, test } from 'vitest'
import { compareUrls, parseUrlList } from '../../../src/check/lists.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import { createRandom } from '../../sites/random.ts'
import { createTestSite, type TestPage } from './test-site.ts'

/** The rule and the place of what is lost of a list. */
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
      '1 address The address `/b.html` no longer exists.',
      '2 address The address `/a.html` no longer exists.',
      '3 address The address `https://old.example` no longer exists.',
      '4 anchor `/a.html` no longer has the anchor `#gone`.',
      '5 address The address `/x/b.html` no longer exists.',
    ])
  })

  test('are read from a site map, too', () => {
    const map =
      '<urlset><url><loc> https://x.example/a.html </loc></url>\n<url><loc>https://x.example/b&amp;c.html</loc></url></urlset>'
    expect(lost(map, pages)).toEqual(['2 address The address `/b&c.html` no longer exists.'])
  })

  test('200 random deletions and renames are found, and nothing else', () => {
    const random = createRandom(7)
    const listed: { page: number; anchor: number | undefined; lost: boolean }[] = []
    const site: Record<string, TestPage> = { 'README.md': {} }
    const redirects: Record<string, string> = {}
    let changes = 200
    for (let page = 0; page < 400; page += 1) {
      // What happens to the page: nothing, it goes, it moves, or it moves with a redirect.
      const fate = changes > 0 ? random.below(5) : 0
      if (fate > 0) changes -= 1
      const isLost = fate === 1 || fate === 2
      const anchors = [0, 1, 2].map(anchor => ({ anchor, gone: fate === 4 && anchor === 1 }))
      listed.push({ page, anchor: undefined, lost: isLost })
      for (const { anchor, gone } of anchors) listed.push({ page, anchor, lost: isLost || gone })
      const sections = anchors.map(({ anchor, gone }) => ({
        id: gone ? `other-${anchor}` : `part-${anchor}`,
      }))
      if (fate === 3) redirects[`/p${page}.html`] = `/moved/p${page}.html`
      if (fate !== 1) site[fate === 2 || fate === 3 ? `moved/p${page}.md` : `p${page}.md`] = { sections }
    }
    expect(changes).toBe(0)
    const list = listed.map(
      ({ page, anchor }) => `/p${page}.html${anchor === undefined ? '' : `#part-${anchor}`}`,
    )
    const wanted = listed.flatMap((one, row) => (one.lost ? [row + 1] : []))
    expect(lost(list.join('\n'), site, { redirects }).map(text => Number.parseInt(text, 10))).toEqual(wanted)
  })
})
