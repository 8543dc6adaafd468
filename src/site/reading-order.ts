import { withBase } from '../shared/addresses.ts'
import type { Site } from '../schema/site.ts'
import { orderOf } from './sidebar-order.ts'

/**
 * Pages of the source language by file, numbered as readers come upon them: the home page, what the menu at the top leads
 * to, the sidebars. Those that no menu has are not in it.
 */
export function readingOrder({
  config,
  locales,
  pages,
}: Pick<Site, 'config' | 'locales' | 'pages'>): Map<string, number> {
  const view = locales['/']
  if (!view) return new Map()
  const files = new Map(pages.map(({ record, file }) => [withBase(config.base, record.path), file]))
  const menu = view.nav.flatMap(({ link, items }) => [...(link ? [link] : []), ...items])
  const links = [...menu, ...Object.values(view.sidebars).flatMap(items => orderOf(items).pages)]
  const found = [view.home, ...links.map(({ href }) => href)].flatMap(href => files.get(href) ?? [])
  return new Map([...new Set(found)].map((file, index) => [file, index]))
}
