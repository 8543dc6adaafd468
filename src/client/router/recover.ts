import { FetchError } from '../fetch-json.ts'
import { PageLoadError } from '../page-loader.ts'
import type { NavigationOutcome } from './outcome.ts'
import type { RouterContext, Turn } from './turn.ts'

/**
 * Deals with a page that did not load: without a connection the open page stays, otherwise the browser loads
 * the whole document, once. The reader is told whenever the page stays.
 */
export function recover(
  context: RouterContext,
  turn: Turn,
  { error, retry }: { error: unknown; retry(): void },
): NavigationOutcome {
  const { parts } = context
  const { href } = turn.url
  console.warn('[docsgen] a page did not load', error instanceof Error ? (error.cause ?? error) : error)
  const unreachable = isUnreachable(error)
  if (!unreachable && parts.fullNavigation.go(href)) return { type: 'aborted', href, error, left: true }

  const steps = turn.kind === 'pop' ? parts.entries.stepsBack() : 0
  if (steps !== 0) parts.entries.stepTo(steps)
  const { strings } = context.shown.locale
  parts.status.tell({
    text: unreachable ? strings.loadOffline : strings.loadFailed,
    retryText: strings.retry,
    retry,
  })
  return { type: 'aborted', href, error, left: false }
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof FetchError || error instanceof PageLoadError) return error.unreachable
  return !navigator.onLine
}
