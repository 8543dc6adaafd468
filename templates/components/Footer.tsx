import type { ReactNode } from 'react'
import type { LocaleView } from '../../src/schema/view.ts'

/** The end of every page: the configured text, or the site's title, and the way to offline reading. */
export function Footer({ locale, text }: { locale: LocaleView; text?: string | undefined }): ReactNode {
  return (
    <footer className="footer">
      <p>{text ?? locale.footer ?? locale.title}</p>
      {locale.offline && (
        <button type="button" className="offline-open" data-offline-open="" data-js="" hidden>
          {locale.strings.offlineManage}
        </button>
      )}
    </footer>
  )
}
