import path from 'node:path'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runChecks } from '../../src/check/run.ts'
import { loadSite } from '../../src/load.ts'
import { withTexts } from '../../src/cache/threads/parsed-pages.ts'
import type { Finding } from '../../src/schema/finding.ts'
import type { Page, ReadableSite, ResolvedLink, Route } from '../../src/schema/site.ts'
import { openSession, type Session } from '../../src/cache/threads/session.ts'
import { createRoutes } from '../../src/site/redirects.ts'
import { listTranslations } from '../../src/site/translations.ts'
import { copyCorpus, HAS_CORPUS, readOracle } from './corpus.ts'

/** What VuePress gave the layout of a page. */
interface ThemeEntry extends Record<
  'docTitle' | 'lang' | 'description' | 'relativePath' | 'editLink' | 'editLinkText' | 'selectText',
  string
> {
  sidebar: Link[]
  prev: Link | null
  next: Link | null
  nav: (Record<'text' | 'link', string> & { items: Record<'text' | 'link', string>[] })[]
  languages: Record<'text' | 'lang' | 'link', string>[]
}

type Link = Record<'title' | 'path', string>

describe.skipIf(!HAS_CORPUS)('the corpus (skipped where ../shared is absent)', () => {
  const state = {} as { session: Session; site: ReadableSite; findings: Finding[]; remove(): void }

  beforeAll(async () => {
    const { root, remove } = copyCorpus()
    const session = await openSession({ root, cache: false, threads: 1 })
    const { loaded } = await loadSite(session, {})
    if (!loaded) throw new Error('The corpus could not be loaded.')
    const site = withTexts(loaded.site, loaded.contents)
    Object.assign(state, { session, site, findings: await runChecks(site), remove })
  })

  afterAll(async () => {
    await state.session?.close()
    state.remove?.()
  })

  const of = (rule: string) => state.findings.filter(finding => finding.rule === rule)
  const broken = () => state.site.links.filter(link => link.problem)

  it('has the routes of routes.json', () => {
    const routes = createRoutes(state.site.pages, state.site.redirects).toSorted(byPath)
    expect(routes).toEqual(readOracle<Route[]>('routes').toSorted(byPath))
  })

  it('has the titles and headers of anchors.json', () => {
    const expected = readOracle<Record<string, { title: string; headers: unknown[] }>>('anchors')
    const actual = pagesByPath(({ record }) => ({ title: record.title, headers: record.headers ?? [] }))
    expect(actual).toEqual(expected)
  })

  const neighbour = (link?: { text: string; href: string }) => (link ? [link.text, link.href] : null)
  const fields: [string, (entry: ThemeEntry) => unknown, (page: Page, site: ReadableSite) => unknown][] = [
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
    ['previous pages', ({ prev }) => prev && [prev.title, prev.path], ({ view }) => neighbour(view.prev)],
    ['next pages', ({ next }) => next && [next.title, next.path], ({ view }) => neighbour(view.next)],
    [
      'navigation',
      entry => entry.nav.map(each => [each.text, each.link, each.items.map(item => [item.text, item.link])]),
      (page, { locales }) =>
        locales[page.locale]?.nav.map(({ text, link, items }) => {
          return [text, link?.href, items.map(item => [item.text, item.href])]
        }),
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

  it('finds the pages that each language lacks, and those that only it has', () => {
    const { missingVsEnglish, extraVsEnglish } =
      readOracle<Record<string, Record<string, string[]>>>('matrix')
    const expected = { missing: { ...missingVsEnglish }, orphan: { ...extraVsEnglish } }
    const actual = { missing: {}, orphan: {} } as typeof expected
    const cells = listTranslations(state.site)
    for (const locale of ['zh', 'ja', 'ru', 'fr', 'pt'])
      for (const name of ['missing', 'orphan'] as const) {
        const some = cells.filter(cell => cell.state === name && cell.locale === `/${locale}/`)
        actual[name][locale] = some.map(({ localPath }) => localPath)
      }
    expect(actual).toEqual(expected)
    expect(of('coverage/missing')).toHaveLength(28)
    expect(of('coverage/orphan')).toHaveLength(13)
  })

  // Relative links in an included file resolve from that file; in the corpus that changes none of
  // the broken ones: all 82 of the reference, and no other.
  it('finds exactly the 82 broken links of the reference', () => {
    const expected = readOracle<{ broken: Record<'from' | 'to', string>[] }>('links').broken
    const names = expected.map(({ from, to }) => `${from} → ${decodeURIComponent(to)}`)
    expect(broken().map(describeLink).toSorted()).toEqual(names.toSorted())
    expect(broken().filter(({ problem }) => problem === 'no-page')).toHaveLength(2)
    expect(broken().filter(({ problem }) => problem === 'no-anchor')).toHaveLength(80)
  })

  it('reports each broken link once, at the place where it is written', () => {
    const findings = state.findings.filter(({ rule }) => rule.startsWith('links/'))
    const places = new Set(findings.map(({ place }) => `${place?.file}:${place?.line}:${place?.column}`))
    expect(places.size).toBe(findings.length)
    expect(findings.map(({ rule }) => rule).filter(rule => rule === 'links/page')).toHaveLength(1)
    expect(findings.map(({ rule }) => rule).filter(rule => rule === 'links/anchor')).toHaveLength(55)
    for (const { link } of broken()) {
      const { file, line, column } = link.place
      expect(places).toContain(`${file}:${line}:${column}`)
      const text = readFileSync(path.join(state.site.root, file), 'utf8').split('\n')[line - 1] ?? ''
      expect(text.slice(column - 1)).toContain(decodeURI(link.url) === link.url ? link.url : '](')
    }
  })

  it('suggests an anchor that exists, for most broken ones the translated heading in the same place', () => {
    const anchors = of('links/anchor')
    const hinted = anchors.filter(({ hint }) => hint !== undefined)
    expect(hinted.length).toBeGreaterThanOrEqual(45)
    const ids = new Set(state.site.pages.flatMap(page => page.headings.map(heading => heading.id)))
    for (const { hint = '' } of hinted) expect(ids).toContain(/`#([^`]+)`/.exec(hint)?.[1])
  })

  it('finds what is wrong with the Markdown where it stands, and nothing else', () => {
    const found = state.findings.filter(({ rule }) => rule.startsWith('markdown/'))
    const lines = found.map(
      ({ rule, severity, place }) => `${severity} ${rule} ${place?.file}:${place?.line}`,
    )
    expect(lines.toSorted()).toEqual([
      'warning markdown/heading-level docs/ja/guides/getting-started.md:3',
      'warning markdown/heading-level docs/zh/guides/testing-async-components.md:137',
      'warning markdown/link-spaces docs/zh/installation/testing-single-file-components-with-jest.md:15',
      'warning markdown/raw-html docs/fr/guides/common-tips.md:34',
      'warning markdown/raw-html docs/guides/common-tips.md:34',
      'warning markdown/raw-html docs/pt/guides/common-tips.md:34',
      'warning markdown/raw-html docs/zh/guides/common-tips.md:32',
      'warning markdown/unknown-container docs/fr/api/wrapper-array/isEmpty.md:3',
      'warning markdown/unknown-container docs/fr/api/wrapper/setProps.md:11',
      'warning markdown/unknown-container docs/ja/api/options.md:243',
    ])
  })

  it('counts the pages whose headings or code differ from the source', () => {
    expect(of('parity/headings')).toHaveLength(26)
    expect(of('parity/code')).toHaveLength(145)
    expect(new Set(of('parity/code').map(({ place }) => place?.file)).size).toBe(70)
  })

  it('finds English that was left, and takes no signature for it', () => {
    expect(of('coverage/untranslated').map(({ place }) => `${place?.file}:${place?.line}`)).toEqual([
      'docs/fr/installation/using-other-test-runners.md:52',
      'docs/pt/api/options.md:141',
      'docs/pt/api/selectors.md:5',
      'docs/pt/api/wrapper/html.md:1',
      'docs/pt/api/wrapper/setSelected.md:1',
    ])
  })

  it('places every finding on a page inside its file', () => {
    for (const { place, message } of state.findings) {
      if (!place) continue
      const lines = readFileSync(path.join(state.site.root, place.file), 'utf8').split('\n')
      expect(place.line, message).toBeLessThanOrEqual(lines.length)
      expect(place.column, message).toBeLessThanOrEqual((lines[place.line - 1] ?? '').length + 1)
    }
  })

  function pagesByPath<T>(select: (page: Page) => T): Record<string, T> {
    return Object.fromEntries(state.site.pages.map(page => [page.record.path, select(page)]))
  }
})

/** As the oracle writes it: page → address with decoded anchor; a link inside the page by its anchor alone. */
function describeLink({ from, link, to }: ResolvedLink): string {
  const target = link.type === 'hash' ? '' : (to?.record.path ?? link.target)
  return `${from.record.path} → ${target}${decodeURIComponent(link.hash)}`
}
function byPath(a: Route, b: Route): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
