import type { SiteConfig } from '../schema/config.ts'
import type { ParseLocale, ParseOptions } from '../schema/page.ts'
import type { Strings } from '../schema/strings.ts'

/** The part of the configuration that changes a parsed page: narrow, so that other settings keep the cache valid. */
export function createParseOptions(config: SiteConfig, stringsFor: (lang: string) => Strings): ParseOptions {
  const locales = Object.entries(config.locales).map(([path, { lang, strings }]): [string, ParseLocale] => {
    const texts = { ...stringsFor(lang), ...strings } as Strings
    return [path, parseLocale(lang, texts)]
  })
  const { slugs, html, emoji, lineNumbers, containers } = config.markdown
  const { contentDir } = config
  return { slugs, html, emoji, lineNumbers, containers, contentDir, locales: Object.fromEntries(locales) }
}

function parseLocale(lang: string, texts: Strings): ParseLocale {
  return {
    lang,
    containerTitles: {
      tip: texts.containerTip,
      info: texts.containerInfo,
      warning: texts.containerWarning,
      danger: texts.containerDanger,
      details: texts.containerDetails,
      'alert-note': texts.alertNote,
      'alert-tip': texts.alertTip,
      'alert-important': texts.alertImportant,
      'alert-warning': texts.alertWarning,
      'alert-caution': texts.alertCaution,
    },
    labels: {
      copy: texts.copyCode,
      code: texts.codeRegion,
      table: texts.tableRegion,
      external: texts.opensNewWindow,
      permalink: texts.permalink,
    },
  }
}
