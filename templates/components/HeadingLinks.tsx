import type { ReactNode } from 'react'
import type { Header } from '../../src/schema/page.ts'
import type { OutlineEntry } from './outline-entries.ts'

interface HeadingLinksProps {
  entries: OutlineEntry[]
  /** Id of the heading in view. */
  current: string
  /** 1: only the first level; 2: with the level below it. */
  depth: number
}

/** Links to headings of the open page, as nested lists. */
export function HeadingLinks({ entries, current, depth }: HeadingLinksProps): ReactNode {
  return (
    <ul className="heading-links">
      {entries.map(({ header, children }) => (
        <li key={header.slug}>
          <HeadingLink header={header} current={current} />
          {depth > 1 && children.length > 0 && (
            <ul>
              {children.map(child => (
                <li key={child.slug}>
                  <HeadingLink header={child} current={current} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

function HeadingLink({ header, current }: { header: Header; current: string }): ReactNode {
  return (
    <a
      href={`#${encodeURIComponent(header.slug)}`}
      aria-current={header.slug === current ? 'location' : undefined}
    >
      {header.title}
    </a>
  )
}
