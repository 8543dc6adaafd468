import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import { localeNamed } from './locale-code.ts'
import type { LocateKey } from './named-addresses.ts'

/** Keys and texts below `check` that are to be paths of languages, and are none of the site: nobody would miss what they ask for. */
export function reportLocaleKeys(config: SiteConfig, locate: LocateKey): Finding[] {
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
