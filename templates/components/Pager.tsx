import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { NextIcon, PreviousIcon } from './icons.tsx'
import { Untranslated } from './Untranslated.tsx'
import { TextLink } from './TextLink.tsx'

/** Links to the neighbours of the page in reading order. */
export function Pager({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  const { prev, next } = page
  const { strings } = locale
  if (!prev && !next) return null
  return (
    <nav className="pager" aria-label={strings.pager}>
      {prev && (
        <TextLink className="pager-previous" link={prev} newWindow={strings.opensNewWindow}>
          <PreviousIcon />
          <span className="pager-label">{strings.previousPage}</span>
          <span className="pager-title">
            <Untranslated link={prev} mark={strings.fallbackMark}>
              {prev.text}
            </Untranslated>
          </span>
        </TextLink>
      )}
      {next && (
        <TextLink className="pager-next" link={next} newWindow={strings.opensNewWindow}>
          <span className="pager-label">{strings.nextPage}</span>
          <span className="pager-title">
            <Untranslated link={next} mark={strings.fallbackMark}>
              {next.text}
            </Untranslated>
          </span>
          <NextIcon />
        </TextLink>
      )}
    </nav>
  )
}
