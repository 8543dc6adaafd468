import type { BootData } from '../../schema/view.ts'

/** Registers the service worker; nothing is registered by this build. */
export async function registerOffline(_boot: BootData): Promise<void> {}
