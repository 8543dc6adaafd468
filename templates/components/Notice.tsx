import type { ReactNode } from 'react'
import type { LocaleView } from '../../src/schema/view.ts'
import { TextLink } from './TextLink.tsx'

/** The box above every page that a site configures. */
export function Notice({ locale }: { locale: LocaleView }): ReactNode {
  const { notice, strings } = locale
  if (!notice) return null
  return (
    <div className="notice" role="note">
      <p>
        <span>{notice.text}</span>
        {notice.link && (
          <>
            {' '}
            <TextLink link={notice.link} newWindow={strings.opensNewWindow} />
          </>
        )}
      </p>
    </div>
  )
}
