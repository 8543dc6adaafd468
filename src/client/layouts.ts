import { layouts } from 'docsgen:layouts'
import type { ComponentType } from 'react'
import type { LayoutProps } from '../shared/page-app.tsx'

/** The layout that pages use when theirs is unknown. */
const DEFAULT = 'Layout'

/** Loads a layout by name. The browser keeps modules, so nothing is loaded twice. */
export async function loadLayout(name: string): Promise<ComponentType<LayoutProps>> {
  const load = Object.hasOwn(layouts, name) ? layouts[name] : layouts[DEFAULT]
  if (!load) throw new Error(`The layout ${name} is missing.`)
  return (await load()).default
}
