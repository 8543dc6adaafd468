import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { HeadingLinks } from './HeadingLinks.tsx'
import { ChevronIcon, OutlineIcon } from './icons.tsx'
import { outlineEntries } from './outline-entries.ts'

const OUTLINE_ID = 'docsgen-outline'

interface OutlineProps {
  page: PageView
  locale: LocaleView
}

/** Whether the page shows an outline at all. */
export function hasOutline(page: PageView): boolean {
  return page.outline && outlineEntries(page).length > 0
}

/** Opens the outline where it has no column of its own; the browser does it, without scripts. */
export function OutlineButton({ page, locale }: OutlineProps): ReactNode {
  if (!hasOutline(page)) return null
  return (
    <div className="outline-bar">
      <button type="button" aria-expanded="false" aria-controls={OUTLINE_ID} popoverTarget={OUTLINE_ID}>
        <OutlineIcon />
        <span>{locale.strings.onThisPage}</span>
        <ChevronIcon />
      </button>
    </div>
  )
}

/** Levels 2 and 3 of the open page: a column beside the content, a popover on narrower screens. */
export function Outline({ page, locale }: OutlineProps): ReactNode {
  if (!hasOutline(page)) return null
  return (
    <nav id={OUTLINE_ID} className="outline" popover="auto" aria-labelledby="docsgen-outline-title">
      <p id="docsgen-outline-title" className="outline-title">
        {locale.strings.onThisPage}
      </p>
      <HeadingLinks entries={outlineEntries(page, locale.dir)} depth={2} lang={page.fallback?.lang} />
      <a className="outline-top" href="#">
        {locale.strings.returnToTop}
      </a>
    </nav>
  )
}
