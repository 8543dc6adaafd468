import type { SiteConfig } from '../schema/config.ts'

/** Output path of the page that shows how far translations are. */
export const BOARD_FILE = 'translations.html'

/** It, where the site wants it; pages may link to it as to public files. */
export function boardFiles({ check }: Pick<SiteConfig, 'check'>): string[] {
  return check.dashboard ? [BOARD_FILE] : []
}
