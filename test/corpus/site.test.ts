import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSite } from '../../src/load.ts'
import type { Page, Route, Site } from '../../src/schema/site.ts'
import { openSession, type Session } from '../../src/cache/threads/session.ts'
import { createRoutes } from '../../src/site/redirects.ts'
import { copyCorpus, HAS_CORPUS, readOracle } from './corpus.ts'

interface ThemeEntry {
  docTitle: string
  lang: string
  description: string
  relativePath: string
  editLink: string
  editLinkText: string
  selectText: string
  sidebar: { title: string; path: string }[]
  prev: { title: string; path: string } | null
  next: { title: string; path: string } | null
  nav: { text: string; link: string; items: { text: string; link: string }[] }[]
  languages: { text: string; lang: string; link: string }[]
}

describe.skipIf(!HAS_CORPUS)('the corpus (skipped where ../shared is absent)', () => {
  const state = {} as { session: Session; site: Site; remove(): void }

  beforeAll(async () => {
    const { root, remove } = copyCorpus()
    const session = await openSession({ root, cache: false, threads: 1 })
    const { loaded } = await loadSite(session, {})
    if (!loaded) throw new Error('The corpus could not be loaded.')
    Object.assign(state, { session, site: loaded.site, remove })
  })

  afterAll(async () => {
    await state.session?.close()
    state.remove?.()
  })

  it('has 429 pages', () => {
    expect(state.site.pages).toHaveLength(429)
  })

  it('has the routes of routes.json', () => {
    const routes = createRoutes(state.site.pages, state.site.redirects).toSorted(byPath)
    expect(routes).toEqual(readOracle<Route[]>('routes').toSorted(byPath))
  })

  it('has the titles and headers of anchors.json', () => {
    const expected = readOracle<Record<string, { title: string; headers: unknown[] }>>('anchors')
    const actual = pagesByPath(({ record }) => ({ title: record.title, headers: record.headers ?? [] }))
    expect(actual).toEqual(expected)
  })

  const fields: [string, (entry: ThemeEntry) => unknown, (page: Page, site: Site) => unknown][] = [
    ['document titles', entry => entry.docTitle, ({ view }) => view.documentTitle],
    ['languages', entry => entry.lang, ({ view }) => view.lang],
    ['descriptions', entry => entry.description, ({ view }) => view.description],
    ['source files', entry => entry.relativePath, ({ record }) => record.relativePath],
    ['edit links', entry => entry.editLink, ({ view }) => view.editLink?.href],
    ['edit link texts', entry => entry.editLinkText, ({ view }) => view.editLink?.text],
    ['language menu texts', entry => entry.selectText, (page, site) => site.locales[page.locale]?.selectText],
    [
      'sidebars',
      entry => entry.sidebar.map(({ title, path }) => [title, path]),
      (page, site) =>
        site.locales[page.locale]?.sidebars[page.view.sidebar]?.map(({ text, link }) => [text, link?.href]),
    ],
    [
      'previous pages',
      entry => entry.prev && [entry.prev.title, entry.prev.path],
      ({ view }) => linkOf(view.prev),
    ],
    [
      'next pages',
      entry => entry.next && [entry.next.title, entry.next.path],
      ({ view }) => linkOf(view.next),
    ],
    [
      'navigation',
      entry =>
        entry.nav.map(({ text, link, items }) => [text, link, items.map(item => [item.text, item.link])]),
      (page, site) =>
        site.locales[page.locale]?.nav.map(({ text, link, items }) => [
          text,
          link?.href,
          items.map(item => [item.text, item.href]),
        ]),
    ],
    [
      'language links',
      entry => entry.languages.map(({ text, lang, link }) => [text, lang, link]),
      ({ view }) => view.languages.map(({ label, lang, href }) => [label, lang, href]),
    ],
  ]

  it.each(fields)('has the %s of theme.json', (_name, wanted, given) => {
    const entries = Object.entries(readOracle<Record<string, ThemeEntry>>('theme'))
    const expected = Object.fromEntries(entries.map(([path, entry]) => [path, wanted(entry)]))
    expect(pagesByPath(page => given(page, state.site))).toEqual(expected)
  })

  function pagesByPath<T>(select: (page: Page) => T): Record<string, T> {
    return Object.fromEntries(state.site.pages.map(page => [page.record.path, select(page)]))
  }
})

function linkOf(link: { text: string; href: string } | undefined): [string, string] | null {
  return link ? [link.text, link.href] : null
}

function byPath(a: Route, b: Route): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
