import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Redirect } from '../schema/site.ts'
import { encodePath } from '../shared/addresses.ts'
import { isKnownLanguage, ownName } from '../lib/language-name.ts'
import type { LocateKey } from './named-addresses.ts'

interface LocaleContext {
  config: SiteConfig
  pages: readonly PageSummary[]
  redirects: readonly Redirect[]
  locate: LocateKey
}

/** Locales and folders of content that do not fit together: what one has the other lacks. */
export function reportLocales(context: LocaleContext): Finding[] {
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
