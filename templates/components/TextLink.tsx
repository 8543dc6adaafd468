import type { ReactNode } from 'react'
import type { NavLink } from '../../src/schema/view.ts'
import { Untranslated } from './Untranslated.tsx'

interface TextLinkProps {
  link: NavLink
  /** Text for assistive technology after links that open a new window. */
  newWindow: string
  className?: string
  current?: 'page' | 'location' | undefined
  /** True for a link to the section that contains the open page. */
  active?: boolean
  /** Label of pages that aren't translated, if the list marks them. */
  mark?: string | undefined
  children?: ReactNode
}

/** A link of the chrome. External ones open a new window, say so, and carry `rel`. */
export function TextLink({
  link,
  newWindow,
  className,
  current,
  active,
  mark,
  children,
}: TextLinkProps): ReactNode {
  // Text beside an element is an element of its own: translators of the browser replace it.
  const text = children ?? (link.external ? <span>{link.text}</span> : link.text)
  const attributes = { className, href: link.href, hrefLang: link.lang, 'aria-current': current }
  if (!link.external)
    return (
      <a {...attributes} data-active={active || undefined}>
        {mark === undefined || !link.untranslated ? (
          text
        ) : (
          <Untranslated link={link} mark={mark}>
            {text}
          </Untranslated>
        )}
      </a>
    )
  return (
    <a {...attributes} data-active={active || undefined} target="_blank" rel="noopener noreferrer">
      {text}
      <ExternalMark newWindow={newWindow} />
    </a>
  )
}

/** The arrow of an external link; its text is for assistive technology only. */
function ExternalMark({ newWindow }: { newWindow: string }): ReactNode {
  return (
    <span className="external-mark">
      {/* A plain space at the start of a box is dropped, in the name of the link, too. */}
      <span className="visually-hidden">{`\u00a0${newWindow}`}</span>
    </span>
  )
}
