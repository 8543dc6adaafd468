/**
 * Entry of the bundled server module: everything that rendering needs of React and the templates in one file, so that
 * a worker loads it at once. Bundled at build time of a site, because a site may override templates.
 */
import { layouts } from 'docsgen:layouts'
import type { ComponentType } from 'react'
// The build for browsers opens a message channel, which keeps a process alive.
import { renderToString } from 'react-dom/server.edge'
import type { LocaleView, PageView } from '../src/schema/view.ts'
import { type LayoutProps, PageApp } from '../src/shared/page-app.tsx'

/** Renders the content of `#docsgen-app`: the page's layout around its content. The browser hydrates exactly this. */
export function renderApp(page: PageView, locale: LocaleView, html: string): string {
  const all = layouts as unknown as Record<string, ComponentType<LayoutProps>>
  const layout = all[page.layout] ?? all['Layout']
  if (!layout) throw new Error('The theme has no layout named Layout.')
  if (typeof layout !== 'function' && typeof layout !== 'object')
    throw new Error(`the layout \`${page.layout}\` is not a component but \`${String(layout)}\`.`)
  return renderToString(<PageApp layout={layout} page={page} locale={locale} html={html} />)
}
