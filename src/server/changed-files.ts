import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Files that were made, written or renamed at `since` (milliseconds since 1970) or later: `start` itself, or what lies in
 * that folder. All names are absolute; links are not followed, and what `isIgnored` is left out. What goes away meanwhile
 * is none.
 */
export async function filesChangedSince(
  start: string,
  since: number,
  isIgnored: (file: string) => boolean,
): Promise<string[]> {
  if (isIgnored(start)) return []
  const stats = await lstat(start).catch((): Stats | undefined => undefined)
  if (!stats?.isDirectory()) return stats && stats.ctimeMs >= since ? [start] : []
  const entries = await readdir(start, { withFileTypes: true }).catch((): Dirent[] => [])
  const changed: string[] = []
  for (const { name } of entries)
    changed.push(...(await filesChangedSince(path.join(start, name), since, isIgnored)))
  return changed
}
