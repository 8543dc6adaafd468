import type { Damage } from '../cache/checked-file.ts'
import { hashContent } from '../lib/hash.ts'
import { filesOfRooms, keptScript } from './kept-script.ts'
import type { Theme } from './theme.ts'

/** The theme with the script that counts page views, for sites that want it (specification 23). */
export async function withAnalytics(theme: Theme, cacheDir: string, damage?: Damage): Promise<Theme> {
  const content = await bundleAnalytics(cacheDir, damage)
  const path = `assets/js/analytics.${hashContent(content).toUpperCase()}.js`
  return {
    ...theme,
    entries: { ...theme.entries, analytics: `/${path}` },
    files: [...theme.files, { path, content, immutable: true }],
  }
}

/** The script as it comes with the package. */
export function bundleAnalytics(cacheDir: string, damage?: Damage): Promise<string> {
  const files = async () => [...(await filesOfRooms(['client/analytics'])), 'client/first-sign.ts']
  const source = { entry: 'client/analytics/main.ts', files }
  return keptScript({ folder: 'analytics', name: 'main.js' }, source, cacheDir, damage)
}
