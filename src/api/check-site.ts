import path from 'node:path'
import { runCheck } from '../check/check.ts'
import type { CheckOptions, CheckResult } from '../schema/api.ts'

/** Checks translations, links and content of a site. Sources are edited only where `fix` or `stamp` ask for it. */
export async function checkSite({ root, ...options }: CheckOptions): Promise<CheckResult> {
  const { report, ...result } = await runCheck({ ...options, root: path.resolve(root) })
  return { ...result, reported: report !== undefined }
}
