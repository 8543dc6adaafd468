import { layouts } from 'docsgen:layouts'
import { layouts as own } from 'docsgen:own-layouts'
import type { ComponentType } from 'react'
import type { LayoutProps } from '../shared/page-app.tsx'

/** Returns a layout by name; pages whose layout is unknown get the default one. The browser keeps modules, so nothing is loaded twice. */
export async function loadLayout(name: string): Promise<ComponentType<LayoutProps>> {
  const load = Object.hasOwn(layouts, name) ? layouts[name] : undefined
  const layout = load ? (await load()).default : Object.hasOwn(own, name) ? own[name] : own['Layout']
  if (!layout) throw new Error(`The layout ${name} is missing.`)
  return layout
}
