/** Short file-name-safe name of a locale: `/zh/` → `zh`, `/docs/zh/` → `docs-zh`; the root takes its language's primary subtag. */
export function localeCode(path: string, lang: string): string {
  const name = path.slice(1, -1).replaceAll('/', '-')
  return name === '' ? (lang.split('-')[0] ?? lang).toLowerCase() : name
}

/** The locale a decoded path belongs to: the longest locale path it starts with; `/` is the fallback (B126). */
export function localeOfPath(path: string, locales: readonly string[]): string {
  let best = '/'
  for (const locale of locales) {
    if (locale.length > best.length && (path.startsWith(locale) || path + '/' === locale)) best = locale
  }
  return best
}
