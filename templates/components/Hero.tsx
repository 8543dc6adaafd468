import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { NextIcon } from './icons.tsx'

/** An address from frontmatter for an attribute: `/…` gets the base, anything else stays. */
function hrefOf(target: unknown, locale: LocaleView): string | undefined {
  if (typeof target !== 'string') return undefined
  const isRooted = target.startsWith('/') && !target.startsWith('//') && !target.startsWith(locale.base)
  return isRooted ? locale.base + target.slice(1) : target
}

/** A text of the hero: null hides it, absence takes the default (B182). */
function textOf(value: unknown, standard: string): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : standard
}

/** The top of a home page. Its name is no heading: the content that follows has the document's only level 1. */
export function Hero({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  const { heroImage, heroAlt, heroText, tagline, actionText, actionLink } = page.frontmatter
  const image = hrefOf(heroImage, locale)
  const name = textOf(heroText, page.title || locale.title)
  const line = textOf(tagline, page.description || locale.description)
  const action = hrefOf(actionLink, locale)
  return (
    <div className="hero">
      {image && <img className="hero-image" src={image} alt={textOf(heroAlt, '')} />}
      {name && <p className="hero-name">{name}</p>}
      {line && <p className="hero-line">{line}</p>}
      {action && typeof actionText === 'string' && (
        <p className="hero-action">
          <a className="action" href={action}>
            <span>{actionText}</span>
            <NextIcon />
          </a>
        </p>
      )}
    </div>
  )
}
