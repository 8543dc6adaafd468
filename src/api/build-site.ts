import path from 'node:path'
import { build } from '../build.ts'
import { summarize } from '../report/build-summary.ts'
import type { BuildOptions, BuildResult } from '../schema/api.ts'
import { openSession } from '../threads/session.ts'

/** Builds a site. On any error the previous output stays as it was. */
export async function buildSite({
  root,
  config,
  cache = true,
  ...options
}: BuildOptions): Promise<BuildResult> {
  const session = await openSession({ root: path.resolve(root), cache })
  try {
    const made = await build(session, { configFile: config, ...options })
    const { exitCode, findings, site, written, outDir, archive, times } = made
    if (!site || !written || outDir === undefined) return { exitCode, findings }
    const summary = summarize(site, written, times)
    return { exitCode, findings, outDir, ...(archive === undefined ? {} : { archive }), summary }
  } finally {
    await session.close()
  }
}
