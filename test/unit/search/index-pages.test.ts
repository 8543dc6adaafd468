import { expect, test } from 'vitest'
import type { ParsedPage } from '../../../src/schema/page.ts'
import { searchPages } from '../../../src/search/build/search-index.ts'

test.each([
  ['/guide/a.html', {}, 1.5],
  ['/guide/old/a.html', {}, 0.5],
  ['/guide/a.html', { search: { boost: 3 } }, 3],
  ['/other.html', {}, 1],
])('%s with %j counts %d times', (path, frontmatter, boost) => {
  const page = { record: { path, title: 'A', frontmatter }, sections: [] } as unknown as ParsedPage
  expect(searchPages([page], { '/guide/': 1.5, '/guide/old/': 0.5 })[0]?.boost).toBe(boost)
})
