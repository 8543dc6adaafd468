import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { NextIcon } from './icons.tsx'

/** A text of the hero: null hides it, absence takes the default (B182). */
function textOf(value: unknown, standard: string): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : standard
}

/** The top of a home page. Its name is no heading: the content that follows has the document's only level 1. */
export function Hero({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  const { heroImage, heroAlt, heroText, tagline, actionText, actionLink } = page.frontmatter
  const name = textOf(heroText, page.title || locale.title)
  const line = textOf(tagline, page.description || locale.description)
  return (
    <div className="hero">
      {typeof heroImage === 'string' && (
        <img className="hero-image" src={heroImage} alt={textOf(heroAlt, '')} />
      )}
      {name && <p className="hero-name">{name}</p>}
      {line && <p className="hero-line">{line}</p>}
      {typeof actionLink === 'string' && typeof actionText === 'string' && (
        <p className="hero-action">
          <a className="action" href={actionLink}>
            <span>{actionText}</span>
            <NextIcon />
          </a>
        </p>
      )}
    </div>
  )
}
