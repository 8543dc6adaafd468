import { expect, test } from 'vitest'
import * as current from '../../../templates/components/current-page.ts'
import { link, notFoundPage, sampleLocale, samplePage } from './sample.ts'

const open = '/docs/zh/guides/start.html'
const home = '/docs/zh/'

test('the open page is as links write it, with base; no link leads to the not-found page', () => {
  expect(current.currentHref(samplePage(), sampleLocale())).toBe(open)
  expect(current.currentHref(samplePage(), sampleLocale({ base: '/' }))).toBe('/zh/guides/start.html')
  expect(current.currentHref(notFoundPage, sampleLocale())).toBe('')
  expect(current.isCurrent(link(''), '')).toBe(false)
})

test.each([
  [open, link(open), true],
  [open, link('/docs/zh/guides/'), true],
  [open, link(home), false],
  [home, link(home), true],
  [open, link('/docs/zh/guide'), false],
  [open, link('/docs/zh/guides/', true), false],
  [open, undefined, false],
])('%s lies inside %j: %s', (href, around, isInside) => {
  expect(current.isInside(around, href, home)).toBe(isInside)
})

test.each([
  ['/docs/zh/api/wrapper/find.html', '/docs/zh/api/wrapper/'],
  ['/docs/zh/api/mount.html', '/docs/zh/api/'],
  ['/docs/zh/api/', undefined],
  [open, undefined],
])('the deepest listed folder around %s, if it is not listed, is %s', (href, section) => {
  const links = [home, '/docs/zh/api/', '/docs/zh/api/wrapper/'].map(each => link(each))
  expect(current.nearestSection(links, href, home)?.href).toBe(section)
})
