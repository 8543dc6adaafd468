import { isOutside, withBase } from '../shared/addresses.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Strings } from '../schema/strings.ts'
import type { LocaleView, SearchView } from '../schema/view.ts'
import { repositoryLabel, repositoryUrl } from './edit-link.ts'
import { labelText } from './label.ts'
import { linkedAddress } from './linked-address.ts'
import type { PageLookup } from './page-lookup.ts'
import { siteTexts } from './site-texts.ts'
import type { ReadInlineText } from './inline-runs.ts'
import { directionOf } from './direction.ts'
import { localeCode } from './locale-code.ts'

interface LocaleInput {
  stringsFor(lang: string): Strings
  textsFor?(lang: string): LocaleView['texts']
  lookup: PageLookup
  readInline: ReadInlineText
  /** Whether a language of the site shows pages of another one. */
  hasFallbacks?: boolean
}

/** What the pages of a locale share, without navigation, which is filled in once the pages are known. */
export function createLocaleView(
  path: string,
  config: SiteConfig,
  { stringsFor, textsFor, lookup, readInline, hasFallbacks = false }: LocaleInput,
): LocaleView {
  const locale = config.locales[path] ?? { lang: 'en-US' }
  const { theme, base } = config
  const view: LocaleView = {
    path,
    code: localeCode(path, locale.lang),
    lang: locale.lang,
    dir: locale.dir ?? directionOf(locale.lang),
    label: locale.label ?? locale.lang,
    title: locale.title ?? config.title,
    description: locale.description ?? config.description,
    selectText: locale.selectText ?? '',
    base,
    home: withBase(base, path),
    locales: localeList(config),
    nav: [],
    sidebars: [],
    sidebarDepth: theme.sidebarDepth,
    strings: ofInterface(
      { ...stringsFor(locale.lang), ...locale.strings },
      { fallback: hasFallbacks, suggest: theme.suggestLanguage, versions: config.versions.length > 0 },
    ),
    search: searchView(theme.search),
    offline: typeof config.offline === 'object',
  }
  const texts = textsFor?.(locale.lang)
  if (texts) view.texts = texts
  view.selectText ||= view.strings.languageMenu
  Object.assign(view, siteTexts({ config, locale: path, lookup, readInline }))
  const notice = noticeOf(config, path, lookup)
  if (notice) view.notice = notice
  if (theme.repo) {
    view.repo = {
      text: theme.repoLabel ?? repositoryLabel(theme.repo),
      href: repositoryUrl(theme.repo),
      external: true,
    }
  }
  return view
}

function localeList(config: SiteConfig): LocaleView['locales'] {
  return Object.entries(config.locales).map(([path, { lang, label }]) => ({
    path,
    code: localeCode(path, lang),
    lang,
    label: label ?? lang,
    home: withBase(config.base, path),
  }))
}

function noticeOf(config: SiteConfig, path: string, lookup: PageLookup): LocaleView['notice'] {
  const { notice } = config.theme
  if (!notice) return undefined
  const text = labelText(notice.text, path) ?? ''
  if (!notice.link) return { text }
  const external = isOutside(notice.link)
  const href = linkedAddress(notice.link, path, { base: config.base, lookup })
  return { text, link: { text: labelText(notice.linkText, path) ?? notice.link, href, external } }
}

function searchView(search: SiteConfig['theme']['search']): SearchView {
  if (search === false) return { provider: 'none' }
  // A hosted index takes both a key and a name; until then the site's own answers (B183).
  if (search === 'local' || search.key === '' || search.indexName === '') return { provider: 'local' }
  return {
    provider: 'docsearch',
    appId: search.appId,
    apiKey: search.key,
    indexName: search.indexName,
    hosts: search.hosts,
    facetFilters: search.facetFilters,
  }
}

/** Texts that few pages show: they are not in what all of them load. */
const ELSEWHERE = /^component/

/** The texts that templates and scripts show: those of components are part of the content. */
function ofInterface(
  strings: Partial<Record<keyof Strings, string | undefined>>,
  uses: { fallback: boolean; suggest: boolean; versions: boolean },
): Strings {
  const shown = Object.entries(strings).filter(
    ([name, text]) =>
      text !== undefined &&
      !ELSEWHERE.test(name) &&
      (uses.fallback || !name.startsWith('fallback')) &&
      (uses.suggest || !name.startsWith('suggest')) &&
      (uses.versions || !name.startsWith('version')),
  )
  return Object.fromEntries(shown) as Strings
}
