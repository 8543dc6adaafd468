import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { IslandData } from '../schema/plugin.ts'
import { Slot } from '../shared/page-app.tsx'
import { createTrustedTypes } from './document.ts'

interface IslandState extends IslandData {
  html: string
  children: string | undefined
  ready(): void
  changed(): void
}

/** An island that fails gets its HTML from the build back. Returns a function that ends it. */
export function mount(
  element: HTMLElement,
  Component: ComponentType<Record<string, unknown> & { children?: ReactNode }>,
  { name, id, props, html, children, ready, changed }: IslandState,
) {
  const policy = createTrustedTypes()
  const tag = element.localName === 'span' ? 'span' : 'div'
  let isOver = false
  const fail = (error: unknown) => {
    if (isOver) return
    isOver = true
    console.error(`[docsgen] the island <${name}> failed; readers see the HTML from the build`, error)
    // React is still at work.
    queueMicrotask(() => {
      root.unmount()
      element.innerHTML = policy.createHTML(html) as string
      ready()
      changed()
    })
  }
  const slot = children !== undefined && (
    <Live changed={changed}>
      <Slot tag={tag} html={policy.createHTML(children)} />
    </Live>
  )
  const tree = (
    <Live ready={ready} changed={changed}>
      <Component {...props}>{slot || undefined}</Component>
    </Live>
  )
  const mismatch = `[docsgen] hydration mismatch in the island <${name}>: it was rendered again in the browser`
  const root = hydrateRoot(element, tree, {
    identifierPrefix: id,
    onUncaughtError: fail,
    onRecoverableError: error => console.warn(mismatch, error),
  })
  return () => {
    isOver = true
    root.unmount()
  }
}

function Live({ ready, changed, children }: { ready?(): void; changed(): void; children: ReactNode }) {
  useEffect(() => {
    ready?.()
    changed()
    return changed
  }, [])
  return children
}
