import type { ReactNode } from 'react'
import type { PageView } from '../../src/schema/view.ts'
import { Picture } from './Picture.tsx'

/** The grid of a home page's features. */
export function Features({ page }: { page: PageView }): ReactNode {
  const { features = [] } = page.frontmatter
  if (features.length === 0) return null
  return (
    <ul className="features" lang={page.fallback?.lang} dir={page.fallback?.dir}>
      {features.map(({ title, details, icon, link, linkText }) => (
        <li key={title}>
          {icon && (
            <p className="feature-icon" aria-hidden="true">
              {typeof icon === 'string' ? (
                icon
              ) : (
                <Picture picture={'src' in icon ? icon.src : { alt: '', ...icon }} size="32" />
              )}
            </p>
          )}
          <p className="feature-title">{link && !linkText ? <a href={link}>{title}</a> : title}</p>
          {details !== undefined && <p>{details}</p>}
          {link && linkText && (
            <p>
              <a href={link}>{linkText}</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
