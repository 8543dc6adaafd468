import path from 'node:path'
import type { LoadResult, SiteOptions } from '../schema/api.ts'
import { hasError } from '../shared/findings.ts'
import { describeSite } from '../steps/describe-site.ts'
import { loadSite } from '../steps/load.ts'
import { readableSite } from '../cache/workers/readable-site.ts'
import { openSession } from '../cache/workers/session.ts'

/** Reads a site: its pages with their texts, as plugins are given them. */
export async function readSite({ root, config }: SiteOptions): Promise<LoadResult> {
  const session = await openSession({ root: path.resolve(root) })
  const close = () => session.close()
  try {
    const { loaded, findings, usage } = await loadSite(session, { file: config })
    if (!loaded) return { exitCode: usage ? 2 : 1, findings, close }
    const { site } = describeSite(loaded)
    const exitCode = hasError(findings) ? 1 : 0
    return { exitCode, findings, close, ...(site ? { site: readableSite(site) } : {}) }
  } catch (error) {
    await close()
    throw error
  }
}
