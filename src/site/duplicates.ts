import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import { HOST_FILES } from '../shared/public-files.ts'
import type { AssetMap } from './assets.ts'
import { documentPath, safeDecode } from '../shared/addresses.ts'

/** Addresses that the build writes itself. */
const RESERVED =
  /^\/(?:assets\/.*|(?:[^/]+\/)*404\.html|service-worker\.js|sitemap\.xml|robots\.txt|\.docsgen\.json)$/

const FOR_HOSTS: ReadonlySet<string> = new Set(HOST_FILES.map(name => `/${name}`))

/** The most important of them. */
const RESERVED_NAMES = ['/assets/', '/404.html', '/service-worker.js', '/sitemap.xml', '/robots.txt']

/**
 * R-NAME-3, R-ROUTE-1: every path belongs to one source, also after case folding and Unicode normalisation, and where
 * hosts answer `/a` with `/a.html` or `/a/` (H-SLASH-1).
 */
export function findDuplicates(pages: readonly PageSummary[], assets: AssetMap): Finding[] {
  const claims = new Map<string, string[]>()
  const claim = (path: string, who: string) => {
    const key = claimKey(path)
    claims.set(key, [...(claims.get(key) ?? []), who])
  }
  for (const page of pages) claim(documentOf(page), page.file)
  for (const target of assets.keys())
    if (target.startsWith('/')) claim(target, `the public file \`${target.slice(1)}\``)
  const findings: Finding[] = []
  for (const page of pages) {
    const path = safeDecode(page.record.path)
    const others = (claims.get(claimKey(documentOf(page))) ?? []).filter(who => who !== page.file)
    if (others.length > 0) findings.push(duplicate(page, path, others))
    else if (isReserved(documentOf(page))) findings.push(reserved(page, path))
  }
  return findings
}

function isReserved(address: string): boolean {
  return RESERVED.test(address) || FOR_HOSTS.has(address)
}

/** The file of a page as an address, decoded. */
function documentOf({ record }: PageSummary): string {
  return `/${documentPath(record.path)}`
}

/** The file of the build that stands at a decoded address, or that a source which ends in `*` would hide. */
export function findReserved(from: string): string | undefined {
  if (!from.endsWith('*')) return isReserved(from) ? from : undefined
  const prefix = from.slice(0, -1)
  return RESERVED_NAMES.find(
    name => name.startsWith(prefix) || (name.endsWith('/') && prefix.startsWith(name)),
  )
}

/** The same for all paths of which a site can have one. */
export function claimKey(path: string): string {
  return path
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?:\/index\.html|\/)$/, '.html')
}

function duplicate(page: PageSummary, path: string, others: string[]): Finding {
  return {
    rule: 'routes/duplicate',
    severity: 'error',
    place: { file: page.file, line: 1, column: 1 },
    message: `The address \`${path}\` is claimed more than once: by this file and by ${others.toSorted().join(', ')}.`,
    hint: 'Rename or remove one of them. Letter case and Unicode form do not tell addresses apart, nor do `/a.html` and `/a/`.',
  }
}

function reserved(page: PageSummary, path: string): Finding {
  return {
    rule: 'routes/reserved',
    severity: 'error',
    place: { file: page.file, line: 1, column: 1 },
    message: `The address \`${path}\` belongs to a file that the build writes itself.`,
    hint: 'Rename the page.',
  }
}
