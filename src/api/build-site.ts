import path from 'node:path'
import { build } from '../build.ts'
import { summarize } from '../check/report/build-summary.ts'
import type { BuildOptions, BuildResult } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import { readShard } from '../shared/shard.ts'
import { openSession } from '../cache/workers/session.ts'

/** Builds a site. On any error the previous output stays as it was. */
export async function buildSite({
  root,
  config,
  cache = true,
  shard: shardText,
  cacheDir,
  ...options
}: BuildOptions): Promise<BuildResult> {
  const shard = shardText === undefined ? undefined : readShard(shardText)
  if (shardText !== undefined && !shard) return unusable('`shard` must be one of so many, such as `2/8`.')
  if (!cache && (shard || cacheDir !== undefined))
    return unusable('Without a cache there is nothing to share: leave out `--no-cache`.')
  const session = await openSession({ root: path.resolve(root), cache })
  const share = cache ? { folder: cacheDir, shard } : undefined
  try {
    const made = await build(session, { configFile: config, share, ...options })
    const { exitCode, findings, site, written, outDir, archive, shared, times } = made
    if (shard && shared) return { exitCode, findings, shard: shared }
    if (!site || !written || outDir === undefined) return { exitCode, findings }
    const summary = { ...summarize(site, written, times), ...(shared ? { shared } : {}) }
    return { exitCode, findings, outDir, ...(archive === undefined ? {} : { archive }), summary }
  } finally {
    await session.close()
  }
}

function unusable(message: string): BuildResult {
  const finding: Finding = { rule: 'config', severity: 'error', message }
  return { exitCode: 2, findings: [finding] }
}
