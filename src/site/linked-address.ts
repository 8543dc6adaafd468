import { withBase, encodePath, pageAddress, safeDecode, isOutside } from '../shared/addresses.ts'
import type { PageLookup } from './page-lookup.ts'

/**
 * The address, with base, of what configuration or frontmatter links to: of the page where it means one, in whatever form.
 * @param from address without base that a relative link starts at
 */
export function linkedAddress(
  link: string,
  from: string,
  site: { base: string; lookup: PageLookup },
): string {
  if (isOutside(link)) return link
  const url = new URL(link, `http://site${from}`)
  const path = safeDecode(url.pathname)
  const target = site.lookup.find(pageAddress(path))
  return withBase(site.base, target?.page.record.path ?? encodePath(path)) + url.search + url.hash
}
