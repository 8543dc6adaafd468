import type { FallbackPage, Page, PlacedFallback, PlacedPage, PlacedSite, Site } from '../schema/site.ts'
import type { PageView } from '../schema/view.ts'
import { createPageView, type ViewContext } from './page-view.ts'

/** Makes the views of pages: the build has all made, a program that shows few pages those of these. */
export class PageViews {
  readonly #contexts: ReadonlyMap<string, ViewContext>

  /** @param contexts by locale path */
  constructor(contexts: ReadonlyMap<string, ViewContext>) {
    this.#contexts = contexts
  }

  /** The same page with its view, which is made once; of a fallback, its original with its own, too. */
  of(page: PlacedFallback): FallbackPage
  of(page: PlacedPage): Page
  of(page: PlacedPage | PlacedFallback): Page {
    if (hasView(page)) return page
    return isFallback(page) ? this.#ofFallback(page) : Object.assign(page, { view: this.#create(page) })
  }

  /** The same site with the views of all its pages. */
  ofSite(site: PlacedSite): Site {
    const pages = site.pages.map(page => this.of(page))
    const fallbacks = site.fallbacks.map(page => this.of(page))
    return Object.assign(site, { pages, fallbacks })
  }

  #ofFallback(page: PlacedFallback): FallbackPage {
    const original = this.of(page.original)
    // For search engines it is the original.
    const { meta, description } = original.view
    return Object.assign(page, { original, view: { ...this.#create(page), meta, description } })
  }

  #create(page: PlacedPage): PageView {
    const context = this.#contexts.get(page.locale)
    if (!context) throw new Error('Every page is in a language of the site.')
    return createPageView(page, context)
  }
}

function hasView(page: PlacedPage): page is Page {
  return 'view' in page
}

function isFallback(page: PlacedPage | PlacedFallback): page is PlacedFallback {
  return page.original !== undefined
}
