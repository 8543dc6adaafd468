import type { ReactNode } from 'react'
import type { TrustedHtml } from './page-app.tsx'

interface SlotProps {
  tag: 'div' | 'span'
  html: string | TrustedHtml
}

/** Children of an island: HTML that React leaves as it is, the same on the server and in the browser. */
export function Slot({ tag: Tag, html }: SlotProps): ReactNode {
  return <Tag data-children="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
