import type { ReactNode } from 'react'
import type { Strings } from '../../src/schema/strings.ts'

/** The first stop of the Tab key. */
export function SkipLink({ strings }: { strings: Strings }): ReactNode {
  return (
    <a className="skip-link" href="#docsgen-main">
      {strings.skipToContent}
    </a>
  )
}
