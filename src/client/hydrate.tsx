import { useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { HYDRATES } from './early-clicks.ts'
import { PageApp } from '../shared/page-app.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import type { ShownPage } from './router/load-view.ts'

/** Renders a page at once. */
export type Show = (shown: ShownPage) => void

/**
 * Takes over the markup of the document.
 * @param failed called when React cannot show a page
 * @returns resolves when the tree is hydrated, ready to show other pages
 */
export function hydrate(
  container: HTMLElement,
  first: ShownPage,
  failed: (error: unknown) => void,
): Promise<Show> {
  return new Promise((resolve, reject) => {
    const show: Show = next => {
      flushSync(() => root.render(tree(next)))
      // Scripts of the site may have taken the app, or a part of it, out of the document.
      if (!container.isConnected || !container.querySelector('[data-content]')) failed('The app is gone.')
    }
    const tree = (shown: ShownPage) => (
      <Root
        shown={shown}
        failed={error => {
          failed(error)
          reject(error instanceof Error ? error : new Error(String(error)))
        }}
        mounted={() => resolve(show)}
      />
    )
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
  const { layout, page, locale, html } = shown
  useEffect(mounted, [])
  const content = <div className="content" dangerouslySetInnerHTML={{ __html: html }} />
  return (
    <ErrorBoundary failed={failed} fallback={<main>{content}</main>}>
      <PageApp layout={layout} page={page} locale={locale} html={html} />
    </ErrorBoundary>
  )
}
