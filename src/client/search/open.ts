import type { BootData } from '../../schema/view.ts'

/** Opens the search dialog; this build has none. */
export async function openSearch(_boot: BootData): Promise<void> {}
