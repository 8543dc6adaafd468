import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

/** Bundled themes that stay in the cache besides the one in use: those of other branches, and of edits taken back. */
const KEPT = 8

/** Notes that a cached theme is in use, so that it outlives those that are not. */
export async function touchTheme(folder: string, hash: string): Promise<void> {
  const now = new Date()
  const names = [`${hash}.json`, `${hash}.server.mjs`, `${hash}.strings.mjs`]
  await Promise.allSettled(names.map(name => utimes(path.join(folder, name), now, now)))
}

/** Removes the themes that were used longest ago; every edit of a template leaves one. */
export async function pruneThemes(folder: string, hash: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const used = new Map<string, number>()
  for (const name of names) {
    const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: 0 }))
    const key = themeOf(name)
    used.set(key, Math.max(used.get(key) ?? 0, mtimeMs))
  }
  used.delete(hash)
  // The script of a site at `./`: one for all themes, replaced by the next.
  used.delete('portable')
  const oldest = [...used].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(KEPT)
  const gone = new Set(oldest.map(([key]) => key))
  const files = names.filter(name => gone.has(themeOf(name)))
  await Promise.allSettled(files.map(name => rm(path.join(folder, name), { recursive: true, force: true })))
}

/** The hash that the names of a theme's files begin with. */
function themeOf(name: string): string {
  return name.split('.', 1)[0] ?? name
}
