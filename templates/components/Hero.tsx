import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { NextIcon } from './icons.tsx'
import { Picture } from './Picture.tsx'

/** A text of the hero: null hides it, absence takes the default. */
function textOf(value: string | null | undefined, standard: string): string {
  return value === undefined ? standard : (value ?? '')
}

/** The buttons: `actionText` with `actionLink`, then those of `actions`. */
function actionsOf({ actionText, actionLink, actions = [] }: PageView['frontmatter']) {
  const first = actionText !== undefined && actionLink !== undefined
  return first ? [{ text: actionText, link: actionLink }, ...actions] : actions
}

/** The top of a home page. Its name isn't a heading: the content after it has the document's only level 1. */
export function Hero({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  const { heroImage, heroAlt, heroText, heroSubtitle, tagline } = page.frontmatter
  const name = textOf(heroText, locale.title || page.title)
  const actions = actionsOf(page.frontmatter)
  const line = textOf(tagline, page.description || locale.description)
  return (
    <div className="hero" lang={page.fallback?.lang} dir={page.fallback?.dir}>
      {heroImage && <Picture className="hero-image" picture={heroImage} alt={heroAlt ?? ''} />}
      {name && <p className="hero-name">{name}</p>}
      {heroSubtitle && <p className="hero-subtitle">{heroSubtitle}</p>}
      {line && <p className="hero-line">{line}</p>}
      {actions.length > 0 && (
        <p className="hero-action">
          {actions.map(({ text, link }) => (
            <a key={link} className="action" href={link}>
              <span>{text}</span>
              <NextIcon />
            </a>
          ))}
        </p>
      )}
    </div>
  )
}
