import type { Exemption, SiteConfig } from '../schema/config.ts'
import type { ParsedPage, Section } from '../schema/page.ts'
import type { Site } from '../schema/site.ts'
import type { Coverage, SourceChanges, Translation } from '../schema/translation.ts'
import { coversPage, coversRule } from '../shared/exemptions.ts'
import { copiedShare } from './copied-text.ts'
import { safeDecode } from '../addresses/safe-decode.ts'
import { ownSections } from './sections.ts'

const SOURCE_LOCALE = '/'

/** Many rules ask for the matrix of the same site; comparing the texts is worth doing once. */
const known = new WeakMap<object, Translation[]>()

/** The coverage matrix: every source page × locale and every orphan, sorted by locale (menu order), then path. */
export function listTranslations(site: Pick<Site, 'pages' | 'config'>): Translation[] {
  const found = known.get(site) ?? createTranslations(site)
  known.set(site, found)
  return found
}

function createTranslations(site: Pick<Site, 'pages' | 'config'>): Translation[] {
  const pages = groupByLocale(site.pages)
  const sources = pages.get(SOURCE_LOCALE) ?? new Map<string, ParsedPage>()
  return Object.keys(site.config.locales)
    .filter(locale => locale !== SOURCE_LOCALE)
    .flatMap(locale => {
      const own = pages.get(locale) ?? new Map<string, ParsedPage>()
      const paths = [...new Set([...sources.keys(), ...own.keys()])].toSorted(byCodeUnit)
      return paths.map(localPath => {
        const cell = describeCell(sources.get(localPath), own.get(localPath))
        return applyExemption({ locale, localPath, ...cell }, site.config.check.exemptions)
      })
    })
}

/** Coverage per locale, in menu order. */
export function summarizeCoverage(translations: readonly Translation[]): Coverage[] {
  const locales = new Map<string, Coverage>()
  for (const { locale, state } of translations) {
    const coverage = locales.get(locale) ?? { locale, counts: emptyCounts(), total: 0, percent: 100 }
    coverage.counts[state] += 1
    if (state !== 'exempt' && state !== 'orphan') coverage.total += 1
    locales.set(locale, coverage)
  }
  return [...locales.values()].map(coverage => {
    const percent = coverage.total > 0 ? Math.floor((coverage.counts.ok * 1000) / coverage.total) / 10 : 100
    return { ...coverage, percent }
  })
}

/** Relative paths of the translations whose source changed since they were stamped: what the reader is told about. */
export function stalePages(pages: readonly ParsedPage[]): Set<string> {
  const sources = groupByLocale(pages).get(SOURCE_LOCALE)
  const stale = pages.filter(page => {
    const source = page.locale === SOURCE_LOCALE ? undefined : sources?.get(localPathOf(page))
    return source !== undefined && sourceChanges(source, page) !== undefined
  })
  return new Set(stale.map(page => page.record.relativePath))
}

/** What changed in `source` since `translation` was stamped; undefined when nothing did or there is no stamp. */
function sourceChanges(source: ParsedPage, translation: ParsedPage): SourceChanges | undefined {
  const stamp = translation.record.frontmatter.source
  if (!stamp || isFresh(source, stamp)) return undefined
  const sections = stampedSections(source)
  const ids = new Set(sections.map(section => section.id))
  const added = sections.filter(({ id }) => !Object.hasOwn(stamp, id))
  const changed = sections.filter(({ id, hash }) => Object.hasOwn(stamp, id) && stamp[id] !== hash)
  const removed = Object.keys(stamp).filter(id => !ids.has(id))
  return added.length + changed.length + removed.length > 0 ? { changed, added, removed } : undefined
}

/** What `--stamp` records: section id → hash, of the source page's own sections. */
export function createStamp(source: ParsedPage): Record<string, string> {
  return Object.fromEntries(stampedSections(source).map(section => [section.id, section.hash]))
}

/** Sections that a stamp can name: `__proto__` is no key that frontmatter may have (X-PROTO-1). */
function stampedSections(source: ParsedPage): Section[] {
  return ownSections(source).filter(({ id }) => id !== '__proto__')
}

/** Stamps by source page: making one reads the content, and dev joins the site after every save. */
const stamps = new WeakMap<ParsedPage, Record<string, string>>()

function isFresh(source: ParsedPage, stamp: Readonly<Record<string, string>>): boolean {
  const present = stamps.get(source) ?? createStamp(source)
  stamps.set(source, present)
  const ids = Object.keys(present)
  return ids.length === Object.keys(stamp).length && ids.every(id => present[id] === stamp[id])
}

/** Path inside the locale, decoded, the same for all translations: `/api/mount.html`. A permalink does not change it. */
export function localPathOf(page: ParsedPage): string {
  return safeDecode('/' + page.record.regularPath.slice(page.locale.length))
}

function groupByLocale(pages: readonly ParsedPage[]): Map<string, Map<string, ParsedPage>> {
  const locales = new Map<string, Map<string, ParsedPage>>()
  for (const page of pages) {
    const locale = locales.get(page.locale) ?? new Map<string, ParsedPage>()
    locales.set(page.locale, locale.set(localPathOf(page), page))
  }
  return locales
}

type Cell = Omit<Translation, 'locale' | 'localPath'>

function describeCell(source: ParsedPage | undefined, page: ParsedPage | undefined): Cell {
  const stamped = page?.record.frontmatter.source !== undefined
  if (!page) return { state: 'missing', stamped, ...(source ? { source } : {}) }
  if (!source) return { state: 'orphan', stamped, page }
  if (copiedShare(source, page) > 0.5) return { state: 'untranslated', stamped, source, page }
  const changes = sourceChanges(source, page)
  return { state: changes ? 'stale' : 'ok', stamped, source, page, ...(changes ? { changes } : {}) }
}

function applyExemption(cell: Translation, exemptions: readonly Exemption[]): Translation {
  if (cell.state === 'ok') return cell
  const exemption = exemptions.find(
    entry => coversRule(entry, `coverage/${cell.state}`) && coversPage(entry, cell.locale, cell.localPath),
  )
  return exemption ? { ...cell, state: 'exempt', reason: exemption.reason } : cell
}

function emptyCounts(): Coverage['counts'] {
  return { ok: 0, missing: 0, stale: 0, orphan: 0, untranslated: 0, exempt: 0 }
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : 1
}

/** Locales of the site other than the source language, in menu order. */
export function translatedLocales(config: SiteConfig): string[] {
  return Object.keys(config.locales).filter(locale => locale !== SOURCE_LOCALE)
}
