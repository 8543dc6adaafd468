import type { BootData, LocaleView } from '../../schema/view.ts'
import { fetchJson } from '../fetch-json.ts'

/** The view of the open page's language: its texts, and whether the site can be read offline. */
export function loadView(boot: BootData): Promise<LocaleView> {
  return fetchJson<LocaleView>(boot.view)
}
