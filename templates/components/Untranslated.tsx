import type { ReactNode } from 'react'
import type { NavLink } from '../../src/schema/view.ts'

interface UntranslatedProps {
  link: NavLink
  /** Says that the page is not translated. */
  mark: string
  children: ReactNode
}

/** The text of a link, marked where it leads to a page that is shown in another language: its code, and words to listen to. */
export function Untranslated({ link, mark, children }: UntranslatedProps): ReactNode {
  if (!link.untranslated) return children
  return (
    <>
      <span lang={link.textLang}>{children}</span>
      <span className="untranslated">
        <span aria-hidden="true">{link.untranslated}</span>
        <span className="visually-hidden">{`\u00a0${mark}`}</span>
      </span>
    </>
  )
}
