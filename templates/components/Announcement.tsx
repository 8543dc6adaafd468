import type { ReactNode } from 'react'
import type { LocaleView } from '../../src/schema/view.ts'
import { CloseIcon } from './icons.tsx'
import { Runs } from './Runs.tsx'

/**
 * A line above the header. `src/client/additions/announcement.ts` remembers who dismissed it, before the first paint;
 * without script there is no button.
 */
export function Announcement({ locale }: { locale: LocaleView }): ReactNode {
  const { announcement, strings } = locale
  if (!announcement) return null
  return (
    <aside className="announcement" aria-label={strings.alertNote}>
      <p>
        <Runs runs={announcement.runs} newWindow={strings.opensNewWindow} />
      </p>
      {announcement.dismissible && (
        <button
          type="button"
          data-dismiss={announcement.id}
          data-js=""
          hidden
          aria-label={strings.offlineClose}
        >
          <CloseIcon />
        </button>
      )}
    </aside>
  )
}
