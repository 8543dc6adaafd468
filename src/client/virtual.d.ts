/** Provided by the bundle stage: every layout of the theme and of the site by name, loaded on demand. */
declare module 'docsgen:layouts' {
  import type { ComponentType } from 'react'
  import type { LayoutProps } from '../shared/page-app.tsx'

  export const layouts: Record<string, () => Promise<{ default: ComponentType<LayoutProps> }>>
}
