/** From the bundle stage: layouts of plugins and of the site, loaded on demand. */
declare module 'docsgen:layouts' {
  import type { PageAppProps } from '../shared/page-app.tsx'

  export const layouts: Record<string, () => Promise<{ default: PageAppProps['layout'] }>>
}

/** docsgen's own layouts by name, which a site may override. */
declare module 'docsgen:own-layouts' {
  import type { PageAppProps } from '../shared/page-app.tsx'

  export const layouts: Record<string, PageAppProps['layout']>
}

declare module 'docsgen:sheet/*' {
  const css: string
  export default css
}

/** Modules of `templates/markdown/`, for rendering: their exports are checked after loading. */
declare module 'docsgen:components' {
  export const components: Record<string, Record<string, unknown>>
}

/** The islands among them: when they start, and a function that loads their module. */
declare module 'docsgen:islands' {
  import type { ComponentType, ReactNode } from 'react'
  import type { IslandTime } from '../schema/plugin.ts'

  type Island = ComponentType<Record<string, unknown> & { children?: ReactNode }>
  export const islands: Record<string, readonly [IslandTime, () => Promise<{ default: Island }>]>
}
