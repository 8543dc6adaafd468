import {
  isKnownLanguage,
  ownName,
  INTERFACE_LANGUAGES,
  interfaceLanguage,
  isSpokenIn,
} from '../shared/languages.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding, LocateKey } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Redirect } from '../schema/site.ts'
import { stringsSchema } from '../schema/strings.ts'
import { encodePath } from '../shared/addresses.ts'
import { reportEditLinks } from './edit-link.ts'
import { reportFallbackLocales } from './fallbacks.ts'
import { iconsOf } from './head.ts'
import { localeNamed } from './translations.ts'

/** What the configuration asks for and the site cannot give, or leaves out and the site would need. */
export function reportConfig(
  config: SiteConfig,
  pages: readonly PageSummary[],
  redirects: readonly Redirect[],
  locate: LocateKey,
): Finding[] {
  return [
    ...reportLocales({ config, pages, redirects, locate }),
    ...reportLanguages(config, locate),
    ...reportEditLinks(config, pages, locate),
    ...reportUrl(config, locate),
    ...reportMachines(config, locate),
    ...reportFallbackLocales(config, locate),
    ...reportLocaleKeys(config, locate),
  ]
}

/** Without the address of the site much of what search engines ask for cannot be written. */
function reportUrl({ url, noindex, locales }: SiteConfig, locate: LocateKey): Finding[] {
  if (url !== undefined || noindex) return []
  const place = locate([])
  const links = Object.keys(locales).length > 1 ? ', no `hreflang` links' : ''
  return [
    {
      rule: 'config/no-url',
      severity: 'info',
      message: `The configuration has no \`url\`: there are no canonical addresses${links} and no \`sitemap.xml\`.`,
      hint: "Set `url: 'https://…'`, the origin that readers will find the site at.",
      ...(place ? { place } : {}),
    },
  ]
}

/** Languages whose interface texts are those of another language, or of another variety of theirs. */
function reportLanguages({ locales }: SiteConfig, locate: LocateKey): Finding[] {
  return Object.entries(locales).flatMap(([path, { lang, label, strings = {} }]): Finding[] => {
    const spoken = interfaceLanguage(lang)
    if (spoken && isSpokenIn(lang, spoken)) return []
    // Who writes all texts needs none of ours.
    if (Object.entries(stringsSchema.shape).every(([name, text]) => name in strings || text.isOptional()))
      return []
    const place = locate(['locales', path, 'lang'])
    const message = spoken
      ? `There are no interface texts of their own for \`${lang}\`: readers of \`${path}\` get those in \`${spoken}\`.`
      : `There are no interface texts in \`${lang}\`: readers of \`${path}\` get them in English.`
    // Countries are taken for languages: `kr` for `ko`, `jp` for `ja`.
    const meant = INTERFACE_LANGUAGES.find(known => !spoken && ownName(known) === label)
    return [
      {
        rule: 'i18n/interface-language',
        severity: 'info',
        message,
        hint: meant
          ? `${label} is \`lang: '${meant}'\`; the address of its pages stays \`${path}\`.`
          : `Set what should be different under \`locales['${path}'].strings\`.`,
        ...(place ? { place } : {}),
      },
    ]
  })
}

/** Keys and texts below `check` that are to be paths of languages, and are none of the site: nobody would miss what they ask for. */
function reportLocaleKeys(config: SiteConfig, locate: LocateKey): Finding[] {
  const paths = Object.keys(config.locales)
  const known = paths.map(path => `\`${path}\``).join(', ')
  return namedLocales(config).flatMap(({ key, name }): Finding[] => {
    if (config.locales[name]) return []
    const place = locate(['check', ...key])
    const meant = localeNamed(name, config)
    return [
      {
        rule: 'config/unknown-locale',
        severity: 'warning',
        message: `\`check.${key[0]}\` names \`${name}\`, which is not the path of a language.`,
        hint: meant === undefined ? `Languages: ${known}.` : `Write \`${meant}\`.`,
        ...(place ? { place } : {}),
      },
    ]
  })
}

function namedLocales({
  check: { minCoverage, exemptions, glossary },
}: SiteConfig): { key: (string | number)[]; name: string }[] {
  // What a file has, has taken its place.
  const entries = typeof glossary === 'string' ? [] : glossary
  return [
    ...Object.keys(minCoverage).map(name => ({ key: ['minCoverage', name], name })),
    ...exemptions.flatMap(({ locales = [] }, index) =>
      locales.map((name, at) => ({ key: ['exemptions', index, 'locales', at], name })),
    ),
    ...entries.flatMap(({ as = {}, not = {} }, index) =>
      Object.entries({ as, not }).flatMap(([kind, words]) =>
        Object.keys(words).map(name => ({ key: ['glossary', index, kind, name], name })),
      ),
    ),
  ]
}

interface LocaleContext {
  config: SiteConfig
  pages: readonly PageSummary[]
  redirects: readonly Redirect[]
  locate: LocateKey
}

/** Locales and folders of content that do not fit together: what one has the other lacks. */
function reportLocales(context: LocaleContext): Finding[] {
  const { config, pages, redirects } = context
  if (pages.length === 0) return []
  const folders = unnamedFolders(context)
  const addresses = new Set([...pages.map(({ record }) => record.path), ...redirects.map(({ from }) => from)])
  const empty = Object.keys(config.locales).filter(locale => !addresses.has(encodePath(locale)))
  const meant = new Map(empty.map(locale => [locale, folders.find(folder => isMeant(locale, folder))]))
  return [
    ...empty.map(locale => noHome(locale, meant.get(locale), context)),
    ...folders
      .filter(folder => ![...meant.values()].includes(folder))
      .map(folder => notNamed(folder, context)),
  ]
}

/** True for the folder of a locale under another name of its language: `zh-CN` for `/zh/`. */
function isMeant(locale: string, folder: string): boolean {
  const language = (name: string) => name.toLowerCase().split('-')[0]
  return language(locale.slice(1, -1)) === language(folder)
}

function noHome(locale: string, folder: string | undefined, { config, locate }: LocaleContext): Finding {
  const place = locate(['locales', locale])
  const file = `${config.contentDir}${locale}README.md`
  const message =
    locale === '/'
      ? 'The site has no home page: its address leads to nothing.'
      : `\`${locale}\` has no home page: the menu of languages leads to nothing.`
  const hint = folder
    ? `The pages of \`${config.contentDir}/${folder}\` stand at \`/${folder}/\`: write that in \`locales\`, or rename the folder.`
    : `Write \`${file}\`${locale === '/' ? ', or a redirect from `/` in `redirects`' : ', or take the language out of `locales`'}.`
  return { rule: 'i18n/no-home', severity: 'warning', message, hint, ...(place ? { place } : {}) }
}

function notNamed(folder: string, { config, locate }: LocaleContext): Finding {
  const place = locate(['locales'])
  const [lang = folder] = Intl.getCanonicalLocales(folder)
  return {
    rule: 'i18n/unnamed-folder',
    severity: 'warning',
    message: `The pages of \`${config.contentDir}/${folder}\` look like translations, but \`locales\` has no \`/${folder}/\`: they are taken for pages of the source language.`,
    hint: `Add \`'/${folder}/': { lang: '${lang}', label: '${ownName(lang)}' }\` to \`locales\`.`,
    ...(place ? { place } : {}),
  }
}

/** Folders named like a language, outside all other locales, whose pages are for the most part also there without it. */
function unnamedFolders({ pages }: LocaleContext): string[] {
  const source = pages.filter(({ locale }) => locale === '/').map(({ record }) => record.relativePath)
  const names = new Set(source.flatMap(file => /^([^/]+)\//.exec(file)?.[1] ?? []))
  const languages = [...names].filter(isKnownLanguage).toSorted()
  const isIn = (file: string, folder: string) => file.startsWith(`${folder}/`)
  const outside = new Set(source.filter(file => !languages.some(name => isIn(file, name))))
  // Every folder has a first page; it says something only where there is no other.
  const isTelling = (file: string) => !isFirst(file) || [...outside].every(isFirst)
  return languages.filter(name => {
    const inside = source.filter(file => isIn(file, name)).map(file => file.slice(name.length + 1))
    const telling = inside.filter(isTelling)
    const same = telling.filter(file => outside.has(file))
    return same.length > 0 && same.length * 2 >= telling.length
  })
}

function isFirst(file: string): boolean {
  return /^(?:README|index)\.md$/i.test(file)
}

type Wanted = keyof SiteConfig['machines']

/** What is asked for programs and cannot be written. */
function reportMachines(config: SiteConfig, locate: LocateKey): Finding[] {
  const { machines, url, theme } = config
  const report = (key: Wanted, message: string, hint: string): Finding => {
    const place = locate(['machines', key])
    return { rule: 'config/machines', severity: 'warning', message, hint, ...(place ? { place } : {}) }
  }
  const needing = (['structuredData', 'image', 'openSearch'] as const).filter(key => machines[key])
  const findings = url === undefined ? needing.map(key => report(key, ...WITHOUT_URL(key))) : []
  if (machines.openSearch && theme.search === false)
    findings.push(
      report(
        'openSearch',
        'There is no `opensearch.xml`: the site has no search.',
        'Remove `theme.search: false`, or `machines.openSearch`.',
      ),
    )
  if (machines.manifest && iconsOf(config).length === 0)
    findings.push(
      report(
        'manifest',
        'The manifest has no icon: `head` names none.',
        "Add `{ tag: 'link', attributes: { rel: 'icon', href: '/icon.svg' } }` to `head`.",
      ),
    )
  return findings
}

const WITHOUT_URL = (key: Wanted): [message: string, hint: string] => [
  `\`machines.${key}\` needs absolute addresses, and the configuration has no \`url\`.`,
  "Set `url: 'https://…'`, the origin that readers will find the site at.",
]
