import type { SharedSummary } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import { hasError } from '../shared/findings.ts'
import { cacheFindings, type Session } from '../cache/workers/session.ts'
import { emitPages } from './pages.ts'
import type { LoadedSite } from '../load.ts'
import { indexPages } from './search-index.ts'

interface ShardResult {
  exitCode: 0 | 1
  findings: Finding[]
  shared?: SharedSummary
  times: Record<string, number>
}

/** Renders the share of a shard into the shared cache. `sites`: the site and its old versions; `found`: findings by now. */
export async function makeShard(
  session: Session,
  sites: readonly { session: Session; loaded: LoadedSite }[],
  found: readonly Finding[],
): Promise<ShardResult> {
  const findings = [...found]
  for (const site of sites) {
    const rendered = await emitPages(site.session, site.loaded, undefined)
    findings.push(...rendered.findings)
    await indexPages(site.session, site.loaded, () => undefined)
  }
  await session.shared?.finish()
  session.endThreads()
  const shared = session.shared && { shared: session.shared.summary }
  const exitCode = hasError(findings) ? 1 : 0
  const times = sites[0]?.loaded.times ?? {}
  return { exitCode, findings: [...findings, ...cacheFindings(session)], ...shared, times }
}
