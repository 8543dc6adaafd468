import { expect, it } from 'vitest'
import { joinTestPages } from '../check/test-site.ts'

const joined = () =>
  joinTestPages(
    { 'a.md': {}, 'b.md': {}, 'fr/a.md': {} },
    { locales: { '/': { lang: 'en' }, '/fr/': { lang: 'fr' } }, fallback: 'page' },
  )

const viewed = (pages: readonly object[]) => pages.map(page => 'view' in page)

it('makes the views of the pages that are asked for, and of the originals of fallbacks', () => {
  const { site, views } = joined()
  const [a, b] = site.pages
  const [fallback] = site.fallbacks
  expect(viewed(site.pages)).toEqual([false, false, false])
  expect(views.of(a!).view.path).toBe('/a.html')
  expect(viewed(site.pages)).toEqual([true, false, false])
  const shown = views.of(fallback!)
  expect([shown.view.path, shown.original.view.path, shown.original]).toEqual(['/fr/b.html', '/b.html', b])
  expect(viewed(site.pages)).toEqual([true, true, false])
})
