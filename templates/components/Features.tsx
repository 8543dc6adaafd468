import type { ReactNode } from 'react'
import type { PageView } from '../../src/schema/view.ts'

interface Feature {
  title: string
  details: string
}

function isFeature(value: unknown): value is Feature {
  return typeof value === 'object' && value !== null && 'title' in value && 'details' in value
}

/** The grid of a home page's features (B182). */
export function Features({ page }: { page: PageView }): ReactNode {
  const list = page.frontmatter['features']
  const features = Array.isArray(list) ? list.filter(isFeature) : []
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
