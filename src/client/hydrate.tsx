import { layouts } from 'docsgen:layouts'
import { layouts as own } from 'docsgen:own-layouts'
import { useEffect, type ReactNode, Component, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import type { BootData, LocaleView } from '../schema/view.ts'
import type { ShownPage } from './router.ts'
import { HYDRATES } from './link-clicks.ts'
import { type LayoutProps, PageApp } from '../shared/page-app.tsx'

/** Returns a layout by name; pages whose layout is unknown get the default one. The browser keeps modules, so nothing is loaded twice. */
export async function loadLayout(name: string): Promise<ComponentType<LayoutProps>> {
  const load = Object.hasOwn(layouts, name) ? layouts[name] : undefined
  const layout = load ? (await load()).default : Object.hasOwn(own, name) ? own[name] : own['Layout']
  if (!layout) throw new Error(`The layout ${name} is missing.`)
  return layout
}

export async function readDocument(
  boot: BootData,
  view: Promise<LocaleView>,
): Promise<{ container: HTMLElement; first: ShownPage & { html: string } }> {
  const container = document.getElementById('docsgen-app')
  const content = container?.querySelector<HTMLElement & { asBuilt?: string }>('[data-content]')
  if (!container || !content) throw new Error('The document has no content to hydrate.')
  const [locale, layout] = await Promise.all([view, loadLayout(boot.page.layout)])
  const html = content.asBuilt ?? content.innerHTML
  return { container, first: { page: boot.page, locale, view: boot.view, layout, html } }
}

/** Hydrates the document; resolves with a function that renders a page at once. `failed` is called when React can't show a page. */
export function hydrate(
  container: HTMLElement,
  first: ShownPage,
  failed: (error: unknown) => void,
): Promise<(shown: ShownPage) => void> {
  return new Promise((resolve, reject) => {
    const show = (next: ShownPage) => {
      flushSync(() => root.render(tree(next)))
      // Scripts of the site may have taken the app, or a part of it, out of the document.
      if (!container.isConnected || !container.querySelector('[data-content]')) failed('The app is gone.')
    }
    const fail = (error: unknown) => {
      failed(error)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const tree = (shown: ShownPage) => <Root shown={shown} failed={fail} mounted={() => resolve(show)} />
    document.dispatchEvent(new Event(HYDRATES))
    const root = hydrateRoot(container, tree(first))
  })
}

interface RootProps {
  shown: ShownPage
  failed(error: unknown): void
  mounted(): void
}

function Root({ shown, failed, mounted }: RootProps): ReactNode {
  useEffect(mounted, [])
  const { layout, page, locale, html } = shown
  return (
    <ErrorBoundary failed={failed} html={html}>
      <PageApp layout={layout} page={page} locale={locale} html={html} />
    </ErrorBoundary>
  )
}

interface BoundaryProps extends Pick<ShownPage, 'html'>, Pick<RootProps, 'failed'> {
  children: ReactNode
}

/** Keeps the content on screen when rendering fails, and reports the failure. */
class ErrorBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.failed(error)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main>
        <div className="content" dangerouslySetInnerHTML={{ __html: this.props.html }} />
      </main>
    )
  }
}
