import type { ReactNode } from 'react'
import type { LocaleView } from '../../src/schema/view.ts'

/** Links to the project elsewhere, as icons: the first few in the header, all of them in the footer. */
export function SocialLinks({ locale, most }: { locale: LocaleView; most?: number }): ReactNode {
  if (!locale.social) return null
  return (
    <ul className="social">
      {locale.social.slice(0, most).map(({ href, text, path, picture, external }) => (
        <li key={href}>
          <a
            href={href}
            aria-label={text}
            title={text}
            {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          >
            {path ? (
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={path} />
              </svg>
            ) : (
              <img src={picture} alt="" width="20" height="20" />
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
