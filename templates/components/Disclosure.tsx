import type { ReactNode } from 'react'
import { ChevronIcon } from './icons.tsx'

interface DisclosureProps {
  /** Unique in the document. */
  id: string
  /** Content of the button. */
  label: ReactNode
  className?: string
  active?: boolean
  /** List items. */
  children: ReactNode
}

/**
 * A button and the list it shows. The browser's popover opens it, closes it on Esc and on a click outside and
 * returns the focus, so that it works before and without scripts; `usePopovers` keeps `aria-expanded` true to it.
 */
export function Disclosure({ id, label, className = '', active, children }: DisclosureProps): ReactNode {
  return (
    <div className={`disclosure ${className}`.trim()}>
      <button
        type="button"
        className="disclosure-button"
        aria-expanded="false"
        aria-controls={id}
        popoverTarget={id}
        data-active={active || undefined}
      >
        {label}
        <ChevronIcon />
      </button>
      <ul id={id} className="popover" popover="auto">
        {children}
      </ul>
    </div>
  )
}
