import { type ReactNode, useSyncExternalStore } from 'react'
import type { Strings } from '../../src/schema/strings.ts'
import { SearchIcon } from './icons.tsx'

const noSubscription = () => () => {}
const hasCommandKey = () => /mac|iphone|ipad/i.test(navigator.platform)

/** Opens the search dialog, which listens for clicks on `[data-search-open]`. Hidden until scripts run. */
export function SearchButton({ strings }: { strings: Strings }): ReactNode {
  const isApple = useSyncExternalStore(noSubscription, hasCommandKey, () => false)
  return (
    <button
      type="button"
      className="search-button"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      data-search-open=""
      data-js=""
      hidden
      suppressHydrationWarning
    >
      <SearchIcon />
      <span className="search-label">{strings.search}</span>
      <kbd aria-hidden="true">{isApple ? '⌘ K' : strings.searchShortcut}</kbd>
    </button>
  )
}
