import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { NextIcon } from './icons.tsx'

/** A text of the hero: null hides it, absence takes the default (B182). */
function textOf(value: unknown, standard: string): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : standard
}

interface Action {
  text: string
  link: string
}

function isAction(value: unknown): value is Action {
  const { text, link } = (value ?? {}) as Partial<Action>
  return typeof text === 'string' && typeof link === 'string'
}

/** The buttons: `actionText` with `actionLink`, then those of `actions`. */
function actionsOf({ actionText, actionLink, actions }: PageView['frontmatter']): Action[] {
  const others: unknown[] = Array.isArray(actions) ? actions : []
  return [{ text: actionText, link: actionLink }, ...others].filter(isAction)
}

/** The top of a home page. Its name is no heading: the content that follows has the document's only level 1. */
export function Hero({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  const { heroImage, heroAlt, heroText, tagline } = page.frontmatter
  const name = textOf(heroText, locale.title || page.title)
  const actions = actionsOf(page.frontmatter)
  const line = textOf(tagline, page.description || locale.description)
  return (
    <div className="hero">
      {typeof heroImage === 'string' && (
        <img className="hero-image" src={heroImage} alt={textOf(heroAlt, '')} />
      )}
      {name && <p className="hero-name">{name}</p>}
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
