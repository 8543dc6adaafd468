import type { BootData, LocaleView } from '../../schema/view.ts'

/** The view of the open page's language: its texts, and whether the site can be read offline. */
export async function loadView(boot: BootData): Promise<LocaleView> {
  const response = await fetch(boot.view)
  if (!response.ok) throw new Error(`Fetching ${boot.view} failed (${response.status}).`)
  return (await response.json()) as LocaleView
}
