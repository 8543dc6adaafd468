import { withBase, isSameAddress } from '../shared/addresses.ts'
import type { BootData } from '../schema/view.ts'

/** True when the document is the page that its address means. Its address is then corrected. */
export function settleAddress({ base, page }: BootData): boolean {
  const own = withBase(base, page.path)
  if (page.notFound || !isSameAddress(location.pathname, own)) return false
  if (location.pathname !== own) {
    history.replaceState(history.state, '', own + location.search + location.hash)
  }
  return true
}
