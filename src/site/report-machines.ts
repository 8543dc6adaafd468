import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { LocateKey } from './named-addresses.ts'
import { iconsOf } from './site-icons.ts'

type Wanted = keyof SiteConfig['machines']

/** What is asked for programs and cannot be written. */
export function reportMachines(config: SiteConfig, locate: LocateKey): Finding[] {
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
