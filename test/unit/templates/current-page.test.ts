import { describe, expect, it } from 'vitest'
import {
  currentHref,
  isCurrent,
  isInside,
  nearestSection,
} from '../../../templates/components/current-page.ts'
import { link, notFoundPage, sampleLocale, samplePage } from './sample.ts'

const open = '/docs/zh/guides/start.html'
const home = '/docs/zh/'

describe('currentHref', () => {
  it('is the page as links write it, with base', () => {
    expect(currentHref(samplePage(), sampleLocale())).toBe(open)
    expect(currentHref(samplePage(), sampleLocale({ base: '/' }))).toBe('/zh/guides/start.html')
  })

  it('is empty for the not-found page, which no link leads to', () => {
    expect(currentHref(notFoundPage, sampleLocale())).toBe('')
    expect(isCurrent(link(''), '')).toBe(false)
  })
})

describe('isInside', () => {
  it('holds for the page itself and for the folder it lies in', () => {
    expect(isInside(link(open), open, home)).toBe(true)
    expect(isInside(link('/docs/zh/guides/'), open, home)).toBe(true)
  })

  it('does not hold for the home of the locale, for other folders and for other sites', () => {
    expect(isInside(link(home), open, home)).toBe(false)
    expect(isInside(link(home), home, home)).toBe(true)
    expect(isInside(link('/docs/zh/guide'), open, home)).toBe(false)
    expect(isInside(link('/docs/zh/guides/', true), open, home)).toBe(false)
    expect(isInside(undefined, open, home)).toBe(false)
  })
})

describe('nearestSection', () => {
  const api = link('/docs/zh/api/')
  const wrapper = link('/docs/zh/api/wrapper/')
  const links = [link(home), api, wrapper]

  it('is the deepest listed folder around a page that is not listed', () => {
    expect(nearestSection(links, '/docs/zh/api/wrapper/find.html', home)).toBe(wrapper)
    expect(nearestSection(links, '/docs/zh/api/mount.html', home)).toBe(api)
  })

  it('is nothing for a listed page and for a page outside', () => {
    expect(nearestSection(links, '/docs/zh/api/', home)).toBeUndefined()
    expect(nearestSection(links, open, home)).toBeUndefined()
  })
})
