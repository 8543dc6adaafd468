import type { ReactNode } from 'react'
import type { LocaleView } from '../../src/schema/view.ts'
import { Runs } from './Runs.tsx'
import { SocialLinks } from './SocialLinks.tsx'

/** The end of every page: the configured text, or the site's title, and the way to offline reading, which `false` leaves. */
export function Footer({
  locale,
  text,
}: {
  locale: LocaleView
  text?: string | false | undefined
}): ReactNode {
  if (text === false && !locale.offline) return null
  return (
    <footer className="footer">
      {text === false ? null : text === undefined && locale.footerText ? (
        locale.footerText.map((runs, index) => (
          <p key={index}>
            <Runs runs={runs} newWindow={locale.strings.opensNewWindow} />
          </p>
        ))
      ) : (
        <p>{text ?? locale.footer ?? locale.title}</p>
      )}
      {text !== false && <SocialLinks locale={locale} />}
      {locale.offline && (
        <button type="button" className="offline-open" data-offline-open="" data-js="" hidden>
          {locale.strings.offlineManage}
        </button>
      )}
    </footer>
  )
}
