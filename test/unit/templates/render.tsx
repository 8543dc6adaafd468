import { renderToString } from 'react-dom/server'
import type { LocaleView, PageView } from '../../../src/schema/view.ts'
import { PageApp } from '../../../src/shared/page-app.tsx'
import Home from '../../../templates/layouts/Home.tsx'
import Layout from '../../../templates/layouts/Layout.tsx'
import NotFound from '../../../templates/layouts/NotFound.tsx'
import Page from '../../../templates/layouts/Page.tsx'

const LAYOUTS = { Home, Layout, NotFound, Page }

/** The HTML of a page as the server renders it. */
export function renderHtml(page: PageView, locale: LocaleView, html = '<h1 id="t">«title»</h1>'): string {
  const layout = LAYOUTS[page.layout as keyof typeof LAYOUTS]
  return renderToString(<PageApp layout={layout} page={page} locale={locale} html={html} />)
}

/** The same, parsed; needs the environment jsdom. */
export function renderBody(page: PageView, locale: LocaleView, html?: string): HTMLElement {
  const text = `<!DOCTYPE html><body>${renderHtml(page, locale, html)}`
  return new DOMParser().parseFromString(text, 'text/html').body
}
