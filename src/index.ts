/** Public API: what `site.config.ts` and a site's own templates import from `docsgen`. */
import type { UserConfig } from './schema/config.ts'

export type { UserConfig } from './schema/config.ts'
export type { Finding } from './schema/finding.ts'
export type { Header, PageRecord } from './schema/page.ts'
export type { LocaleView, PageView } from './schema/view.ts'

/** Returns the configuration as it is; gives editors its type. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}
