import { expect, test } from 'vitest'
import type { SiteConfig } from '../../../src/schema/config.ts'
import { withIcon } from '../../../src/shared/public-files.ts'

const link = (rel: string, href: string) => ({ tag: 'link' as const, attributes: { rel, href } })
const config = (...head: SiteConfig['head']) => ({ title: 'Site', head }) as unknown as SiteConfig

test.each(['icon', 'shortcut icon', 'ICON'])('an icon that the head names stays alone: rel="%s"', rel => {
  const given = config(link(rel, '/own.png'))
  expect(withIcon(given, ['favicon.ico'])).toBe(given)
})

test('else the icon is the one in the public folder, a scalable one before others', () => {
  expect(withIcon(config(), ['favicon.ico', 'favicon.svg']).head).toEqual([link('icon', '/favicon.svg')])
  expect(withIcon(config(), ['favicon.ico', 'favicon.png']).head).toEqual([link('icon', '/favicon.png')])
  expect(withIcon(config(), ['favicon.ico', 'img/favicon.png']).head).toEqual([link('icon', '/favicon.ico')])
})

test.each(['apple-touch-icon', 'mask-icon', 'stylesheet'])(
  'without any, browsers are told so and ask for none: rel="%s" is not one',
  rel => {
    const other = link(rel, '/other.png')
    expect(withIcon(config(other), ['notes.txt']).head).toEqual([other, link('icon', 'data:,')])
  },
)
