import path from 'node:path'
import { listRoutes } from '../cli/routes/routes.ts'
import type { RoutesResult, SiteOptions } from '../schema/api.ts'
import { hasError } from '../shared/findings.ts'
import { openSession } from '../cache/workers/session.ts'

/** Lists pages, routes and redirects of a site. */
export async function listSiteRoutes({ root, config }: SiteOptions): Promise<RoutesResult> {
  const session = await openSession({ root: path.resolve(root) })
  try {
    const { list, findings, usage } = await listRoutes(session, { file: config })
    if (!list) return { exitCode: usage ? 2 : 1, findings }
    return { exitCode: usage ? 2 : hasError(findings) ? 1 : 0, findings, list }
  } finally {
    await session.close()
  }
}
