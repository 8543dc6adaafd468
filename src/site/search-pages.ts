import { listVersions, type SiteConfig } from '../schema/config.ts'
import { inForm, safeDecode } from '../shared/addresses.ts'
import { formKey } from './redirects.ts'

/** Encoded path of the page with search results by language, where the site has no use of its own for the address. `taken`: decoded, without base. */
export function findSearchPages(config: SiteConfig, taken: readonly string[]): Map<string, string> {
  const { theme, versions, locales, urls } = config
  if (theme.search === false) return new Map()
  const all = [...taken, ...listVersions({ versions }).map(({ path }) => safeDecode(path))]
  const keys = new Set(all.map(formKey))
  const starts = all.filter(path => path.endsWith('*')).map(path => path.slice(0, -1).toLowerCase())
  const paths = Object.keys(locales).map((locale): [locale: string, path: string] => {
    return [locale, inForm(`${locale}search.html`, urls)]
  })
  return new Map(
    paths.filter(([, path]) => {
      const decoded = safeDecode(path).toLowerCase()
      return !keys.has(formKey(decoded)) && !starts.some(start => decoded.startsWith(start))
    }),
  )
}
