import { isOutside } from '../../shared/addresses.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { Strings } from '../../schema/strings.ts'
import { type TranslateContext, translateNav } from '../common/translate-nav.ts'
import { present, text, values, type Values } from '../common/values.ts'
import { overlay } from './merge-config.ts'
import { translateSidebar } from './translate-navigation.ts'

type Locale = NonNullable<UserConfig['locales']>[string]

/** Languages that stand at other sites: their labels and addresses. */
export function foreignLocales(config: Values): { text: string; link: string }[] {
  return Object.entries(values(config['locales'])).flatMap(([name, locale]) => {
    const { label, link } = values(locale)
    const address = text(link)
    return address && isOutside(address) ? [{ text: text(label) ?? name, link: address }] : []
  })
}

/** Settings of each language with those of the site below them, by locale path. */
export function layersOf(config: Values, layers: Readonly<Record<string, Values>>): Map<string, Values> {
  const isOwn = (locale: unknown) => !isOutside(text(values(locale)['link']) ?? '')
  const own = Object.entries(values(config['locales']))
    .filter(([, locale]) => isOwn(locale))
    .map(([name, locale]): [string, Values] => [
      name === 'root' ? '/' : `/${name.replace(/^\/|\/$/g, '')}/`,
      values(locale),
    ])
  const locales = new Map(own.length > 0 ? own : [['/', {}]])
  if (!locales.has('/')) locales.set('/', {})
  const { locales: _locales, ...site } = config
  const paths = [...locales.keys()].toSorted((a, b) => Number(b === '/') - Number(a === '/'))
  return new Map(
    paths.map(path => {
      const own = path === '/' ? {} : (layers[path] ?? {})
      return [path, [locales.get(path) ?? {}, layers['/'] ?? {}, own].reduce(overlay, site)]
    }),
  )
}

/** Every language with its texts, menus and sidebars. */
export function translateLocales(
  all: ReadonlyMap<string, Values>,
  contextOf: (locale: string) => TranslateContext,
): Record<string, Locale> {
  const root = all.get('/') ?? {}
  const locales = [...all].map(([path, settings]): [string, Locale] => {
    const theme = values(settings['themeConfig'])
    const context = contextOf(path)
    const differs = (key: string) =>
      path === '/' || settings[key] === root[key] ? undefined : text(settings[key])
    const locale = present({
      lang: languageOf(path, settings, root),
      label: text(settings['label']),
      dir: settings['dir'] === 'rtl' ? ('rtl' as const) : undefined,
      title: differs('title'),
      description: differs('description'),
      selectText: text(theme['langMenuLabel']),
      editLinkText: text(values(theme['editLink'])['text']),
      nav: translateNav(theme['nav'], context),
      sidebar: translateSidebar(theme['sidebar'], { ...context, locales: [...all.keys()] }),
      strings: translateTexts(theme, values(settings['markdown'])),
    })
    return [path, locale as Locale]
  })
  return Object.fromEntries(locales)
}

/** The language of a folder that does not say it is that of its name. */
function languageOf(path: string, settings: Values, root: Values): string {
  const lang = text(settings['lang'])
  const folder = path.slice(1, -1)
  const isInherited = path !== '/' && lang === text(root['lang'])
  if (lang && !isInherited) return lang
  return /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(folder) ? folder : (lang ?? 'en-US')
}

/** Interface texts that a site has written itself. */
function translateTexts(theme: Values, markdown: Values): Locale['strings'] {
  const part = (key: string) => values(theme[key])
  const labels = values(markdown['container'])
  const copy = values(markdown['codeCopyButton'])
  const texts: { [Name in keyof Strings]?: unknown } = {
    previousPage: part('docFooter')['prev'],
    nextPage: part('docFooter')['next'],
    onThisPage: part('outline')['label'] ?? theme['outlineTitle'],
    lastUpdated: part('lastUpdated')['text'] ?? theme['lastUpdatedText'],
    notFoundTitle: part('notFound')['title'],
    notFoundText: part('notFound')['quote'],
    notFoundHome: part('notFound')['linkText'],
    returnToTop: theme['returnToTopLabel'],
    menu: theme['sidebarMenuLabel'],
    colorScheme: theme['darkModeSwitchLabel'],
    skipToContent: theme['skipToContentLabel'],
    copyCode: copy['tooltipText'] ?? markdown['codeCopyButtonTitle'],
    copied: copy['copiedText'],
    containerTip: labels['tipLabel'],
    containerInfo: labels['infoLabel'],
    containerWarning: labels['warningLabel'],
    containerDanger: labels['dangerLabel'],
    containerDetails: labels['detailsLabel'],
    alertNote: labels['noteLabel'],
    alertTip: labels['tipLabel'],
    alertImportant: labels['importantLabel'],
    alertWarning: labels['warningLabel'],
    alertCaution: labels['cautionLabel'],
  }
  const written = Object.entries(texts).filter(([, value]) => text(value))
  return written.length > 0 ? (Object.fromEntries(written) as Locale['strings']) : undefined
}
