import type { ComponentType } from 'react'
import { createNotFoundView } from '../../shared/views.ts'
import type { LayoutProps, TrustedHtml } from '../../shared/page-app.tsx'
import type { LocaleView, PageView } from '../../schema/view.ts'
import { PATIENCE } from '../within.ts'
import { loadParts } from '../load-parts.ts'
import { viewAddress, type LoadedIndex, type LocaleData } from '../locale-data.ts'
import type { PageLoader } from '../page-loader.ts'

/** Everything that is needed to show a page. */
export interface ShownPage {
  page: PageView
  locale: LocaleView
  /** Address of the locale's view. */
  view: string
  layout: ComponentType<LayoutProps>
  html: string | TrustedHtml
}

export type LayoutLoader = (name: string) => Promise<ComponentType<LayoutProps>>

export interface ViewParts {
  locales: LocaleData
  pages: PageLoader
  layout: LayoutLoader
  trustHtml(html: string): string | TrustedHtml
}

/** Loads content, locale and layout of a page side by side. */
export async function loadView(
  parts: ViewParts,
  path: string,
  index: { code: string; data: LoadedIndex['data'] },
): Promise<ShownPage> {
  const loading = Promise.resolve(parts.pages.peek(path) ?? parts.pages.load(path, index.code))
  // Only where there are many views, the page itself says which is its own.
  const { views } = index.data
  const view = views ? viewAddress(index.data, (await loading).page) : index.data.view
  const [chunk, locale] = await Promise.all([loading, parts.locales.view(view)])
  const [layout] = await Promise.all([parts.layout(chunk.page.layout), ...loadParts(chunk.page)])
  return { page: chunk.page, locale, view, layout, html: parts.trustHtml(chunk.html) }
}

/** The not-found page in the language of the address. */
export async function loadNotFound(parts: ViewParts, { data }: LoadedIndex): Promise<ShownPage> {
  const locale = await parts.locales.view(data.view)
  const page = createNotFoundView(locale)
  return { page, locale, view: data.view, layout: await parts.layout(page.layout), html: '' }
}

/**
 * True when the server has something at an address that is no page: a file of the public folder, a newer page. One that
 * does not say so in time is left to the browser.
 */
export async function isServed(href: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE)
  const response = await fetch(href, { method: 'HEAD', signal }).catch(() => undefined)
  return response?.ok ?? signal.aborted
}
