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

it('makes each once, and gives the whole site as the same pages', () => {
  const { site, views } = joined()
  const first = views.of(site.pages[0]!)
  const whole = views.ofSite(site)
  expect(whole).toBe(site)
  expect([viewed(whole.pages), viewed(whole.fallbacks)]).toEqual([[true, true, true], [true]])
  expect([whole.pages[0], whole.pages[0]?.view]).toEqual([first, first.view])
  expect(whole.pages[0]?.view).toBe(first.view)
})
