import {
  isKnownLanguage,
  ownName,
  INTERFACE_LANGUAGES,
  interfaceLanguage,
  isSpokenIn,
  languageOfCountry,
} from '../shared/languages.ts'
import { type SiteConfig, stringsSchema } from '../schema/config.ts'
import { type Finding, type LocateKey, groupBy, UNSUPPORTED_KEY } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Redirect } from '../schema/site.ts'
import { pageAddress, encodePath } from '../shared/addresses.ts'
import { reportEditLinks } from './locale-view.ts'
import { reportFallbackLocales } from './fallbacks.ts'
import { localeNamed } from './translations.ts'
import { plural } from '../lib/text.ts'

const SET_URL = "Set `url: 'https://…'` to the origin of the published site."

interface ReportInput {
  config: SiteConfig
  pages: readonly PageSummary[]
  redirects: readonly Redirect[]
  locate: LocateKey
}

export function reportConfig(input: ReportInput): Finding[] {
  const { config, locate } = input
  return [
    ...reportLocales(input),
    ...reportLanguages(config, locate),
    ...reportEditLinks(config, input.pages, locate),
    ...reportUrl(config, locate),
    ...reportMachines(config, locate),
    ...reportFallbackLocales(config, locate),
    ...reportLocaleKeys(config, locate),
  ]
}

function reportUrl({ url, noindex, locales }: SiteConfig, locate: LocateKey): Finding[] {
  if (url !== undefined || noindex) return []
  const links = Object.keys(locales).length > 1 ? ', `hreflang` links' : ''
  const message = `\`url\` isn't set, so the site has no canonical URLs${links} or \`sitemap.xml\`.`
  return [{ rule: 'config/no-url', severity: 'info', message, hint: SET_URL, place: locate([]) }]
}

function reportLanguages({ locales }: SiteConfig, locate: LocateKey): Finding[] {
  return Object.entries(locales).flatMap(([path, { lang, label, strings = {} }]): Finding[] => {
    const spoken = interfaceLanguage(lang)
    if (spoken && isSpokenIn(lang, spoken)) return []
    // A site that sets all texts needs no interface language.
    if (Object.entries(stringsSchema.shape).every(([name, text]) => name in strings || text.isOptional()))
      return []
    const used = spoken ? `the ones for \`${spoken}\`` : 'the English ones'
    const message = `docsgen has no UI strings for \`${lang}\`, so \`${path}\` uses ${used}.`
    // Countries taken for languages: `kr`, which is Kanuri, for `ko`, and `jp` for `ja`.
    const named = INTERFACE_LANGUAGES.find(known => ownName(known) === label)
    const ofCountry = isKnownLanguage(lang) ? undefined : languageOfCountry(lang)
    const meant = spoken ? undefined : (named ?? (ofCountry && interfaceLanguage(ofCountry)))
    const hint = meant
      ? `For ${ownName(meant)}, set \`lang: '${meant}'\`. The path can stay \`${path}\`.`
      : `To translate them, set \`locales['${path}'].strings\`.`
    const place = locate(['locales', path, 'lang'])
    return [{ rule: 'i18n/interface-language', severity: 'info', message, hint, place }]
  })
}

function reportLocaleKeys(config: SiteConfig, locate: LocateKey): Finding[] {
  const { minCoverage, exemptions, glossary } = config.check
  const named = [
    ...Object.keys(minCoverage).map(name => ({ key: ['minCoverage', name], name })),
    ...exemptions.flatMap(({ locales = [] }, index) =>
      locales.map((name, at) => ({ key: ['exemptions', index, 'locales', at], name })),
    ),
    // Entries of a file have replaced its name.
    ...(typeof glossary === 'string' ? [] : glossary).flatMap(({ as = {}, not = {} }, index) =>
      Object.entries({ as, not }).flatMap(([kind, words]) =>
        Object.keys(words).map(name => ({ key: ['glossary', index, kind, name], name })),
      ),
    ),
  ]
  const known = Object.keys(config.locales).map(path => `\`${path}\``)
  return named.flatMap(({ key, name }): Finding[] => {
    if (config.locales[name]) return []
    const meant = localeNamed(name, config)
    const message = `\`check.${key[0]}\` contains \`${name}\`, which isn't the path of a language.`
    const hint = meant === undefined ? `Languages: ${known.join(', ')}.` : `Write \`${meant}\`.`
    const place = locate(['check', ...key])
    return [{ rule: 'config/unknown-locale', severity: 'warning', message, hint, place }]
  })
}

function reportLocales({ config, pages, redirects, locate }: ReportInput): Finding[] {
  const { locales, contentDir } = config
  if (pages.length === 0) return []
  const folders = unnamedFolders(pages)
  const addresses = new Set([...pages.map(({ record }) => record.path), ...redirects.map(({ from }) => from)])
  const empty = Object.keys(locales).filter(locale => !addresses.has(encodePath(locale)))
  // The folder may be named `zh-CN` for `/zh/`.
  const language = (name: string) => name.toLowerCase().split('-')[0]
  const folderOf = (locale: string) =>
    folders.find(folder => language(folder) === language(locale.slice(1, -1)))
  const meant = empty.map(folderOf)
  const report = (rule: string, key: string[], message: string, hint: string): Finding => {
    return { rule, severity: 'warning', message, hint, place: locate(key) }
  }
  return [
    ...empty.map(locale => {
      const isRoot = locale === '/'
      const message = isRoot
        ? 'The site has no home page, so its URL returns 404.'
        : `\`${locale}\` has no home page, so its link in the language menu is broken.`
      const otherwise = `or ${isRoot ? 'add a redirect from `/` to `redirects`' : 'remove the language from `locales`'}`
      const folder = folderOf(locale)
      const hint = folder
        ? `Use \`/${folder}/\` in \`locales\` to match the folder \`${contentDir}/${folder}\`, or rename the folder.`
        : `Create \`${contentDir}${locale}README.md\`, ${otherwise}.`
      return report('i18n/no-home', ['locales', locale], message, hint)
    }),
    ...folders
      .filter(folder => !meant.includes(folder))
      .map(folder => {
        const [lang = folder] = Intl.getCanonicalLocales(folder)
        const message = `The pages in \`${contentDir}/${folder}\` look like translations, but \`locales\` doesn't contain \`/${folder}/\`, so they count as source pages.`
        const hint = `Add \`'/${folder}/': { lang: '${lang}', label: '${ownName(lang)}' }\` to \`locales\`.`
        return report('i18n/missing-locale', ['locales'], message, hint)
      }),
  ]
}

/** Folders named like a language, outside other locales, with pages of which most are also there without the folder. */
function unnamedFolders(pages: readonly PageSummary[]) {
  const source = pages.filter(({ locale }) => locale === '/').map(({ record }) => record.relativePath)
  const names = new Set(source.flatMap(file => /^([^/]+)\//.exec(file)?.[1] ?? []))
  const languages = [...names].filter(isKnownLanguage).toSorted()
  const outside = new Set(source.filter(file => !languages.some(name => file.startsWith(`${name}/`))))
  // Every folder may have a first page: it counts only without other pages.
  const isFirst = (file: string) => pageAddress(file) === ''
  const isTelling = (file: string) => !isFirst(file) || [...outside].every(isFirst)
  return languages.filter(name => {
    const inside = source.filter(file => file.startsWith(`${name}/`)).map(file => file.slice(name.length + 1))
    const telling = inside.filter(isTelling)
    const same = telling.filter(file => outside.has(file))
    return same.length > 0 && same.length * 2 >= telling.length
  })
}

function reportMachines(config: SiteConfig, locate: LocateKey): Finding[] {
  const { machines, url, theme } = config
  const report = (key: keyof SiteConfig['machines'], message: string, hint: string): Finding => {
    return { rule: 'config/machines', severity: 'warning', message, hint, place: locate(['machines', key]) }
  }
  const needing = (['structuredData', 'image', 'openSearch'] as const).filter(key => machines[key])
  const findings = (url === undefined ? needing : []).map(key =>
    report(key, `\`machines.${key}\` requires \`url\`, which isn't set.`, SET_URL),
  )
  if (!machines.openSearch || theme.search !== false) return findings
  const message = "`opensearch.xml` isn't written because the site has no search."
  const hint = 'Remove `theme.search: false`, or `machines.openSearch`.'
  return [...findings, report('openSearch', message, hint)]
}

/** Names the plugin of a page without a file to look into. */
export function namePlugins(findings: readonly Finding[], pages: readonly PageSummary[]): Finding[] {
  const makers = new Map(pages.flatMap(({ file, plugin }) => (plugin === undefined ? [] : [[file, plugin]])))
  if (makers.size === 0) return [...findings]
  return findings.map(finding => {
    const { message, hint = '', place } = finding
    const maker = place && makers.get(place.file)
    const name = `The plugin \`${maker}\``
    if (maker === undefined || message.startsWith(name) || hint.startsWith(name)) return finding
    return { ...finding, hint: `${name} creates this page. ${hint}`.trim() }
  })
}

/** Rules whose problems have one cause on many pages. */
const ONE_CAUSE = new Set(['plugins/failed', 'templates/failed', UNSUPPORTED_KEY])

/** Leaves a repeated finding on the first page, with the number of other pages. */
export function mergeRepeated<Page extends Pick<PageSummary, 'file' | 'findings'>>(
  pages: readonly Page[],
): Page[] {
  const all = pages.flatMap(({ file, findings }) => findings.map(finding => ({ file, finding })))
  const ofOneCause = all.filter(({ finding }) => ONE_CAUSE.has(finding.rule))
  const repeated = groupBy(ofOneCause, ({ file, finding: { rule, place, message } }) =>
    JSON.stringify([rule, place?.file === file ? '' : place, message.replaceAll(`\`${file}\``, '')]),
  )
  const firsts = new Map([...repeated.values()].map(([first, ...others]) => [first?.finding, others.length]))
  const merge = (finding: Finding): Finding[] => {
    const more = ONE_CAUSE.has(finding.rule) ? firsts.get(finding) : 0
    if (more === undefined) return []
    const message = `${finding.message} The same problem occurs on ${plural(more, 'more page')}.`
    return [more === 0 ? finding : { ...finding, message }]
  }
  return pages.map(page => ({ ...page, findings: page.findings.flatMap(merge) }))
}
