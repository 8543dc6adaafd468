import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Redirect } from '../schema/site.ts'
import { reportFallbackLocales } from './fallback-locales.ts'
import { reportEditLinks } from './edit-link.ts'
import type { LocateKey } from './named-addresses.ts'
import { reportLanguages } from './report-languages.ts'
import { reportMachines } from './report-machines.ts'
import { reportLocaleKeys } from './report-locale-keys.ts'
import { reportLocales } from './report-locales.ts'

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
