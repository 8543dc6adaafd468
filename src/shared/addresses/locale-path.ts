import { foldEncoded } from './fold-path.ts'

/** The locale of a decoded path: the longest of the locale paths that it starts with, `/` otherwise (B126). */
export function localeOfPath(
  path: string,
  locales: readonly string[],
  isPart = (locale: string) => `${path}/`.startsWith(locale),
): string {
  return locales.reduce(
    (best, locale) => (isPart(locale) && locale.length > best.length ? locale : best),
    '/',
  )
}

/** The same for an address that somebody asks for: in any letter case and any percent-encoding. */
export function localeOfAddress(pathname: string, locales: readonly string[]): string {
  const path = (foldEncoded(pathname) ?? pathname.toLowerCase()) + '/'
  return localeOfPath(path, locales, locale => path.startsWith(locale.toLowerCase()))
}
