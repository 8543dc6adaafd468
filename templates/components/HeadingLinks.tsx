import type { ReactNode } from 'react'
import type { Header } from '../../src/schema/page.ts'
import type { OutlineEntry } from './outline-entries.ts'

interface HeadingLinksProps {
  entries: OutlineEntry[]
  /** 1: only the first level; 2: with the level below it. */
  depth: number
  /** Their language, where it is another than that of what is around. */
  lang?: string | undefined
}

/** Links to headings of the open page, as nested lists. The scroll watch marks the heading in view with `aria-current`. */
export function HeadingLinks({ entries, depth, lang }: HeadingLinksProps): ReactNode {
  return (
    <ul className="heading-links" lang={lang}>
      {entries.map(({ header, children }) => (
        <li key={header.slug}>
          <HeadingLink header={header} />
          {depth > 1 && children.length > 0 && (
            <ul>
              {children.map(child => (
                <li key={child.slug}>
                  <HeadingLink header={child} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

function HeadingLink({ header }: { header: Header }): ReactNode {
  return <a href={`#${encodeURIComponent(header.slug)}`}>{header.title}</a>
}
