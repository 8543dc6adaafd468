/**
 * Entry of the bundle that renders the components of a site's `templates/markdown/` while pages are parsed: one module with
 * React in it, evaluated in each thread. Made only for sites that have some.
 */
import { components } from 'docsgen:components'
import type { ComponentType, ReactNode } from 'react'
// The build for browsers opens a message channel, which keeps a process alive.
import { renderToStaticMarkup, renderToString } from 'react-dom/server.edge'
import {
  CHILDREN,
  OWN_COMPONENTS,
  type SiteComponent,
  type SiteComponentContext,
} from '../src/schema/plugin.ts'
import { Slot } from '../src/shared/page-app.tsx'

type Given = Readonly<Record<string, unknown>> & { lang: string; children?: ReactNode }

/** The children of a component that no browser renders need no element around them. */
const Children = 'docsgen-children' as unknown as ComponentType

function renderWith(Component: ComponentType<Given>, isIsland: boolean): SiteComponent['render'] {
  return (props, { lang, id, children }: SiteComponentContext) => {
    const slot = children && (isIsland ? <Slot tag={children} html={CHILDREN} /> : <Children />)
    const tree = (
      <Component lang={lang} {...props}>
        {slot}
      </Component>
    )
    // Markup that no browser hydrates needs no marks between its texts.
    return withoutPreloads((isIsland ? renderToString : renderToStaticMarkup)(tree, { identifierPrefix: id }))
  }
}

/** React adds preload links for pictures, whose addresses aren't final yet. */
function withoutPreloads(html: string): string {
  let at = 0
  while (html.startsWith('<link rel="preload" as="image"', at)) at = html.indexOf('>', at) + 1
  return html.slice(at)
}

const own = Object.fromEntries(
  Object.entries(components).map(([name, { default: Component, ...others }]) => [
    name,
    { ...others, component: Component, render: renderWith(Component as never, 'client' in others) },
  ]),
)

export default { name: OWN_COMPONENTS, own }
