import { withBase } from '../shared/addresses/base.ts'
import { encodePath } from '../shared/addresses/encode-path.ts'
import { pageAddress } from '../shared/addresses/page-address.ts'
import { safeDecode } from '../shared/addresses/safe-decode.ts'
import { isOutside } from '../shared/addresses/scheme.ts'
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
