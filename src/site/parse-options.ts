import type { SiteConfig } from '../schema/config.ts'
import { ALERTS, CONTAINERS } from '../schema/containers.ts'
import type { ParseLocale, ParseOptions } from '../schema/page.ts'
import type { Strings, TextName } from '../schema/strings.ts'

/** By the name of the container or alert (`alert-note`). */
const TITLES: [name: string, text: TextName][] = [
  ...Object.entries(CONTAINERS).flatMap(([kind, container]): [string, TextName][] =>
    'title' in container ? [[kind, container.title]] : [],
  ),
  ...[...ALERTS].map(([name, text]): [string, TextName] => [`alert-${name}`, text]),
]

/** Narrow, so that other settings keep the cache valid. */
export function createParseOptions(
  { markdown, contentDir, exclude, rewrites, urls, locales, security, url, machines }: SiteConfig,
  stringsFor: (lang: string) => Strings,
  { plugins = [], icons }: Pick<ParseOptions, 'plugins' | 'icons'> = {},
): ParseOptions {
  const { includeRoot: _root, allowFiles: _files, elements, ...settings } = markdown
  const parseLocales = Object.entries(locales).map(([path, { lang, strings }]): [string, ParseLocale] => {
    const texts = { ...stringsFor(lang), ...strings } as Strings
    const labels = {
      copy: texts.copyCode,
      code: texts.codeRegion,
      table: texts.tableRegion,
      external: texts.opensNewWindow,
      permalink: texts.permalink,
      components: {
        folder: texts.componentFolder,
        zoom: texts.componentZoom,
        close: texts.componentClose,
        video: texts.componentVideo,
      },
    }
    const containerTitles = Object.fromEntries(TITLES.map(([name, key]) => [name, texts[key]]))
    return [path, { lang, containerTitles, labels }]
  })
  return {
    ...settings,
    contentDir,
    exclude,
    rewrites,
    urls,
    elements: elements.map(name => name.toLowerCase()),
    locales: Object.fromEntries(parseLocales),
    embed: security.embed,
    siteUrl: url,
    markdown: machines.markdown,
    plugins,
    icons,
  }
}
