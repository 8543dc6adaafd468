import type { ReactNode } from 'react'
import type { PageView } from '../../src/schema/view.ts'

/** The grid of a home page's features (B182). */
export function Features({ page }: { page: PageView }): ReactNode {
  const { features = [] } = page.frontmatter
  if (features.length === 0) return null
  return (
    <ul className="features">
      {features.map(({ title, details }) => (
        <li key={title}>
          <p className="feature-title">{title}</p>
          <p>{details}</p>
        </li>
      ))}
    </ul>
  )
}
